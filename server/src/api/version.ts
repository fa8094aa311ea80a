import { webVersion } from '@aitai/contract/routes/reference.ts'
import type { AppContext } from '../context.ts'
import { serve } from './serve.ts'

/** A client older than this asks its user to reload (docs/specification.md §1). */
export function versionCalls(app: AppContext): void {
  serve(app, webVersion, async () => app.config.webVersion)
}
