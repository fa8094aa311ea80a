import { type VideoTextKey, videoTexts } from '@aitai/messages/product-video.ts'
import { defaultProductName, fill, type Language } from '@aitai/messages/texts.ts'
import { AnimationTrack } from './animation-track.ts'
import type { RecordedWindow } from './recorded-window.ts'

export type TextValues = Readonly<Record<string, string>>

export interface Cue {
  readonly from: number
  readonly to: number
  readonly text: string
}

interface Heading {
  readonly at: number
  readonly text: string
}

/** Seconds without a caption before the next one, so that no player shows both for a moment. */
const betweenCaptions = 0.08

/** The card before and after: the mark, the name and a line. */
export type CardName = 'opening' | 'closing'

/**
 * The time of a video in seconds and what is visible at each point of it. The scenes advance it, not the
 * clock, so that a busy machine renders the same video.
 */
export class VideoTimeline {
  readonly language: Language
  readonly windows: RecordedWindow[] = []
  readonly cues: Cue[] = []
  readonly headings: Heading[] = []
  readonly card = new AnimationTrack<[opacity: number]>([1])
  cardName: { readonly at: number; readonly name: CardName }[] = [{ at: 0, name: 'opening' }]
  /** The moment of the poster. */
  poster = 0
  now = 0
  #values: TextValues = { product: defaultProductName }
  #caption: { readonly from: number; readonly text: string } | null = null

  constructor(language: Language) {
    this.language = language
  }

  /** Who is who in this film, for its texts. */
  names(values: TextValues): void {
    this.#values = { ...this.#values, ...values }
  }

  word(key: VideoTextKey, values: TextValues = {}): string {
    return fill(videoTexts[this.language][key], { ...this.#values, ...values })
  }

  passes(seconds: number): void {
    this.now += seconds
  }

  /** A caption from now on, until the next one or until it is quiet. */
  says(key: VideoTextKey): void {
    this.isQuiet()
    this.#caption = { from: this.now, text: this.word(key) }
  }

  isQuiet(): void {
    if (this.#caption) this.cues.push({ ...this.#caption, to: this.now - betweenCaptions })
    this.#caption = null
  }

  chapter(key: VideoTextKey | null): void {
    this.headings.push({ at: this.now, text: key === null ? '' : this.word(key) })
  }

  fadeCard(name: CardName, opacity: number, seconds: number): void {
    this.cardName.push({ at: this.now, name })
    this.card.moves([opacity], this.now, seconds)
  }
}
