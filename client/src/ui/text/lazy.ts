import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadTexts, type TextPage } from './use-text.ts'

/** Part of the client could not be fetched: a newer one is installed, or the network is gone. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('a part of the client could not be fetched', { cause })
    this.name = 'NotFetched'
  }
}

export type LazyComponent<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Fetches it before it is drawn; what fails is asked for again, and told, when it is. */
  readonly fetch: () => void
}

/**
 * A part of the screen that is fetched when it is first drawn, with the texts of its pages. Throws
 * NotFetched into the drawing, which ScreenError has a face for.
 */
export function lazyWithTexts<Props>(
  module: () => Promise<ComponentType<Props>>,
  ...pages: readonly TextPage[]
): LazyComponent<Props> {
  let coming: Promise<{ default: ComponentType<Props> }> | null = null
  const come = () => {
    coming ??= Promise.all([module(), loadTexts(...pages)]).then(
      ([part]) => ({ default: part }),
      (cause: unknown) => {
        coming = null
        throw new ChunkLoadError(cause)
      },
    )
    return coming
  }
  return Object.assign(lazy(come), { fetch: () => void come().catch(() => undefined) })
}
