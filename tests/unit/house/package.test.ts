import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operatorCommands } from '#scripts/release/operator-commands.ts';
import { refusalSentence } from '#src/domain/purchase/refusal-sentence.ts';

it("has an operator's commands, each from a script of its name", () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const [name, script] of Object.entries(operatorCommands)) {
    expect(existsSync(script)).toBe(true);
    expect(scripts[name]).toBe(`tsx ${script}`);
  }
});

it('has the same answers in front of the server as the server', () => {
  const answer = { message: refusalSentence('UNAVAILABLE', { symbol: '$' }), code: 'UNAVAILABLE' };
  for (const file of ['deploy/haproxy.cfg', 'deploy/Caddyfile', 'deploy/Caddyfile.cells'])
    expect(readFileSync(file, 'utf8').replaceAll('\\"', '"')).toContain(JSON.stringify(answer));
});

describe('the systemd units', () => {
  const files = readdirSync('deploy').filter((file) => /\.(service|timer)$/.test(file));
  const linesOf = (file: string): string[] => readFileSync(join('deploy', file), 'utf8').split('\n');
  const units = files.filter((file) => file.endsWith('.service'));
  /** From the server's folder settings on: the restrictions of our processes. */
  const walls = (lines: readonly string[]): string[] =>
    lines.filter((line) =>
      /^(StateDirectory|ReadWritePaths|UMask|NoNew|Capability|Ambient|Protect|Private|Restrict|Lock|RemoveIPC|SystemCall)/.test(
        line,
      ),
    );

  it('are the server, a nightly and a weekly audit, and a monthly drill, all with the same restrictions', () => {
    const server = walls(linesOf('mercado-campesino.service'));
    expect(server.length).toBeGreaterThan(25);
    expect(units).toHaveLength(4);
    for (const unit of units) expect({ unit, walls: walls(linesOf(unit)) }).toEqual({ unit, walls: server });
  });

  it('start commands of the package, each by a timer of its name that makes up for downtime', () => {
    for (const unit of units.filter((file) => file !== 'mercado-campesino.service')) {
      const [, command = ''] =
        /^ExecStart=.*dist\/server\/([a-z]+)\.js/m.exec(linesOf(unit).join('\n')) ?? [];
      expect(Object.keys(operatorCommands)).toContain(command);
      const timer = linesOf(unit.replace('.service', '.timer'));
      expect(timer).toContain('Persistent=true');
      expect(timer.some((line) => line.startsWith('OnCalendar='))).toBe(true);
    }
  });
});
