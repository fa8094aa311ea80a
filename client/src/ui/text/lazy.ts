import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadTexts, type TextPage } from './use-text.ts'

/** A part of the client could not be loaded: a newer version is installed, or there is no network. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('a part of the client could not be fetched', { cause })
    this.name = 'ChunkLoadError'
  }
}

type LazyComponent<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Preloads it; a failed preload is repeated, and reported, when it is rendered. */
  readonly fetch: () => void
}

/**
 * A part of the screen that is loaded when it is first rendered, with the texts of its pages. Throws
 * ChunkLoadError while rendering, which ScreenError displays.
 */
export function lazyWithTexts<Props>(
  module: () => Promise<ComponentType<Props>>,
  ...pages: readonly TextPage[]
): LazyComponent<Props> {
  let loading: Promise<{ default: ComponentType<Props> }> | null = null
  const load = () => {
    loading ??= Promise.all([module(), loadTexts(...pages)]).then(
      ([part]) => ({ default: part }),
      (cause: unknown) => {
        loading = null
        throw new ChunkLoadError(cause)
      },
    )
    return loading
  }
  return Object.assign(lazy(load), { fetch: () => void load().catch(() => undefined) })
}
