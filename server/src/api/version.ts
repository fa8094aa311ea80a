import { webVersion } from '@aitai/contract/reference.ts'
import type { App } from '../app.ts'
import { serve } from './serve.ts'

/** A client older than this asks its user to reload (specification 1). */
export function versionCalls(app: App): void {
  serve(app, webVersion, async () => app.config.webVersion)
}
