import { defineConfig } from '@playwright/test'
import { installedBrowser } from './support/browser.ts'

const executablePath = installedBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  // Three at once on two cores take as long as two, and wait longer for each other.
  workers: 2,
  // Several times what a quiet machine needs: what takes longer on a busy one has not failed.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // A recording of every step takes up to a third of the time; `npm run e2e -- --trace on` makes one.
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Without a UTF-8 locale, Chromium saves a file with a Japanese name as 'download'.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
