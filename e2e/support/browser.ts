import { existsSync } from 'node:fs'

/** CHROME_PATH or an installed Chrome or Chromium; undefined means Playwright's own. */
export const installedBrowser = (): string | undefined =>
  [
    process.env.CHROME_PATH,
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
  ].find((path) => path !== undefined && path !== '' && existsSync(path))
