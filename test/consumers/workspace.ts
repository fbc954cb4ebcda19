import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { pack } from '../package/packed.js';
import { ROOT } from '../package/package-root.js';

const run = promisify(execFile);

/** For npm; after it, it is killed. */
const LONGEST_MS = 170_000;

/** The apps, in a folder of their own, with this library installed as a user would: from its packed tarball. */
export class Workspace {
  readonly #servers = new Set<ChildProcess>();

  private constructor(readonly folder: string) {}

  static async install(): Promise<Workspace> {
    const folder = mkdtempSync(join(tmpdir(), 'oui-consumers-'));
    const workspace = new Workspace(folder);
    try {
      cpSync(join(ROOT, 'test/consumers'), folder, { recursive: true });
      copyFileSync((await pack()).tarball, join(folder, 'oui-elements.tgz'));
      const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
      await workspace.#npm(folder, 'install', ...quick);
      return workspace;
    } catch (error) {
      workspace.remove();
      throw error;
    }
  }

  /** Builds with the framework's usual tool. @returns the folder to serve */
  async build(app: string): Promise<string> {
    const folder = join(this.folder, app);
    await this.#npm(folder, 'run', 'build');
    return join(folder, 'dist');
  }

  /** Vite's development server. */
  async develop(app: string, agentUrl: string): Promise<DevServer> {
    const vite = join(this.folder, 'node_modules/vite/bin/vite.js');
    const child = spawn(process.execPath, [vite], {
      cwd: join(this.folder, app),
      env: { ...process.env, AGENT: agentUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#servers.add(child);
    return new DevServer(child, await addressOf(child));
  }

  /** Ends what still runs in it, and deletes it. */
  remove(): void {
    for (const child of this.#servers) child.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #npm(cwd: string, ...args: string[]): Promise<void> {
    try {
      await run('npm', args, { cwd, maxBuffer: 64 * 2 ** 20, timeout: LONGEST_MS });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${stdout}\n${stderr}`, { cause: error });
    }
  }
}

export class DevServer {
  constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  async close(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill();
    await exit;
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += stripVTControlCharacters(chunk.toString('utf8'));
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (address) resolve(address[0]);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`The development server ended:\n${output}`)));
  });
}
