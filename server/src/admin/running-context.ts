import type { AppContext } from '../context.ts'
import { feedHealth } from '../quotes/feed-health.ts'
import type { AdminContext } from './admin-context.ts'

const startedAt = Math.round(performance.timeOrigin)

/** What commands work on while this server runs, whether they come from the command line or from the console. */
export function runningContext(app: AppContext): Omit<AdminContext, 'by' | 'userId'> {
  const { database: db, config, installation, passwords, market, isReady, now, sessions, limits } = app
  const { referenceChanged, refusedAccess } = app
  return {
    db,
    passwords,
    now,
    publicUrl: config.publicUrl,
    productName: () => installation.brand.productName,
    compliance: config.compliance,
    referenceChanged,
    running: {
      pid: process.pid,
      startedAt,
      market,
      isReady,
      isDemo: config.demo,
      sessions,
      limits,
      refusedAccess,
      feed: () => feedHealth(app),
    },
  }
}
