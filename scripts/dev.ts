import { startCommand } from './run-command.ts';

/** `npm run dev`: the API on 3001 with reload, the client on 5173 with hot replacement, data in data/dev. */
const api = startCommand('npx', ['tsx', 'watch', 'src/server/main.ts'], {
  PORT: '3001',
  DATA_DIR: process.env['DATA_DIR'] ?? 'data/dev',
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? 'http://localhost:5173',
});
const client = startCommand('npx', ['vite', '--strictPort']);

function stopBoth(): void {
  api.kill('SIGTERM');
  client.kill('SIGTERM');
}
api.once('exit', stopBoth);
client.once('exit', stopBoth);
process.once('SIGINT', stopBoth);
