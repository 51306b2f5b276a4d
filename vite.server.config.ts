import { defineConfig } from 'vite';

/** The server as two files for Node: the service, and the thread that holds the embedded database. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: false,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        'embedded-worker': 'src/server/store/embedded/embedded-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
