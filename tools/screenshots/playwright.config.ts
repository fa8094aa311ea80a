import { defineConfig } from '@playwright/test'
import endToEndConfig from '../../e2e/playwright.config.ts'

/** `npm run screens`: not a test; takes the pictures that the README and the guides show. */
export default defineConfig({
  ...endToEndConfig,
  testDir: '.',
  testMatch: 'screenshots.ts',
  outputDir: '../../test-results',
  timeout: 300_000,
})
