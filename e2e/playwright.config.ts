import { defineConfig } from '@playwright/test'
import { installedBrowser } from './support/browser.ts'

const executablePath = installedBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  // Each story has a server of its own, and waits for people's seconds more than it computes.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // Pictures of every frame would take a tenth of the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Without a locale of UTF-8 the browser keeps no file under a Japanese name: it would be 'download'.
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
