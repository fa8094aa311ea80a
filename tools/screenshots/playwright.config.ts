import { defineConfig } from '@playwright/test'
import stories from '../../e2e/playwright.config.ts'

/** `npm run screens`: not a test of anything, but the pictures that the README and the guides show. */
export default defineConfig({ ...stories, testMatch: 'screens.ts', timeout: 300_000 })
