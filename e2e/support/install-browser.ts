import { spawnSync } from 'node:child_process'
import { installedBrowser } from './browser.ts'

/** Installs a browser if there is none: Debian's package when root, otherwise Playwright's own. */
const run = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0

const fromDebian = (): boolean =>
  process.getuid?.() === 0 &&
  run('apt-get', 'update', '-qq') &&
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium')

if (!installedBrowser() && !fromDebian() && !run('npx', 'playwright', 'install', 'chromium')) {
  process.stderr.write('No browser: set CHROME_PATH to a Chrome or Chromium.\n')
  process.exit(1)
}
