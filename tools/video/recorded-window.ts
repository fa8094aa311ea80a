import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { AnimationTrack } from './animation-track.ts'
import { type Camera, clampCamera, contentSize, type Rect, windowPositions, windowSize } from './layout.ts'

/** What a window needs of its video's timeline: the time, which movements of the pointer advance. */
interface WindowTimeline {
  readonly now: number
  readonly windows: RecordedWindow[]
  passes(seconds: number): void
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Shot {
  readonly at: number
  readonly file: string
  /** Seconds in which it takes the place of the one before. */
  readonly fade: number
}

/** The largest zoom: beyond it the text of the screen would be larger than the titles. */
const nearest = 2
/** Durations in the video, in seconds. */
const paces = { way: 0.75, press: 0.2, keystroke: 0.13, fade: 0.16, focus: 0.9 } as const

/** Waits until the fonts are loaded, the page is painted and no transition is running. */
const still = `document.fonts.ready
  .then(() => new Promise(requestAnimationFrame))
  .then(() => document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < 1000))
  .then((moving) => Promise.allSettled(moving.map((each) => each.finished)))
  .then(() => true)`

/** Somebody's window as the film shows it: pictures of the real page, a camera over them, and a pointer. */
export class RecordedWindow {
  readonly page: Page
  readonly film: WindowTimeline
  readonly shots: Shot[] = []
  readonly presses: number[] = []
  readonly rect = new AnimationTrack<Rect>(windowPositions.whole)
  readonly opacity = new AnimationTrack<readonly [number]>([0])
  readonly camera = new AnimationTrack<Camera>(
    clampCamera([windowSize.width / 2, windowSize.height / 2, 0], windowPositions.whole),
  )
  readonly pointer = new AnimationTrack<readonly [x: number, y: number, opacity: number]>([
    windowSize.width / 2,
    windowSize.height * 0.6,
    0,
  ])
  label = ''
  readonly #folder: string
  readonly #devtools: CDPSession

  private constructor(film: WindowTimeline, page: Page, folder: string, devtools: CDPSession) {
    this.film = film
    this.page = page
    this.#folder = folder
    this.#devtools = devtools
  }

  /** @param folder where its shots are kept while the film is made */
  static async of(film: WindowTimeline, page: Page, folder: string): Promise<RecordedWindow> {
    const devtools = await page.context().newCDPSession(page)
    const window = new RecordedWindow(film, page, folder, devtools)
    film.windows.push(window)
    return window
  }

  /** Takes the page as it is now, for this moment of the film and what follows. */
  async looks(fade = 0, at = this.film.now): Promise<void> {
    await this.page.evaluate(still)
    const { data } = await this.#devtools.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
    })
    const picture = Buffer.from(data, 'base64')
    const file = `${createHash('sha256').update(picture).digest('hex').slice(0, 16)}.png`
    if (this.shots.at(-1)?.file === file) return
    await writeFile(join(this.#folder, file), picture)
    this.shots.push({ at, file, fade })
  }

  stands(rect: Rect, opacity: number, seconds = 0): void {
    this.rect.moves(rect, this.film.now, seconds)
    this.opacity.moves([opacity], this.film.now, seconds)
  }

  /** Zooms in on elements with a margin around them, while the recording continues. */
  async nears(what: Locator | readonly Locator[], room = 24, seconds: number = paces.focus): Promise<void> {
    const all = 'page' in what ? [what] : what
    const boxes = await Promise.all(all.map((each) => boxOf(each)))
    const left = Math.min(...boxes.map(({ x }) => x)) - room
    const top = Math.min(...boxes.map(({ y }) => y)) - room
    const right = Math.max(...boxes.map(({ x, width }) => x + width)) + room
    const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + room
    this.#moveCamera([(left + right) / 2, (top + bottom) / 2], [right - left, bottom - top], seconds)
  }

  widens(seconds: number = paces.focus): void {
    this.#moveCamera(
      [windowSize.width / 2, windowSize.height / 2],
      [windowSize.width, windowSize.height],
      seconds,
    )
  }

  /** Looks at a part of the window by its middle and size. */
  views(middle: readonly [number, number], size: readonly [number, number], seconds = 0): void {
    this.#moveCamera(middle, size, seconds)
  }

  #moveCamera(
    [x, y]: readonly [number, number],
    [width, height]: readonly [number, number],
    seconds: number,
  ): void {
    // The place where it will stand, should it be on its way.
    const rect = this.rect.at(Number.POSITIVE_INFINITY)
    const view = contentSize(rect)
    const scale = Math.min(nearest, view.width / width, view.height / height)
    this.camera.moves(clampCamera([x, y, scale], rect), this.film.now, seconds)
  }

  /** The pointer goes there, and what is under it shows it. */
  async points(at: Locator | readonly [number, number], seconds: number = paces.way): Promise<void> {
    const [x, y] = 'page' in at ? middleOf(await boxOf(at)) : at
    const [, , shown] = this.pointer.at(this.film.now)
    if (shown < 1) {
      const [fromX, fromY] = this.pointer.at(this.film.now)
      this.pointer.moves([fromX, fromY, 1], this.film.now, 0)
    }
    this.pointer.moves([x, y, 1], this.film.now, seconds)
    this.film.passes(seconds)
    await this.page.mouse.move(x, y)
    await this.looks()
  }

  async clicks(at: Locator | readonly [number, number], seconds: number = paces.way): Promise<void> {
    await this.points(at, seconds)
    const [x, y] = this.pointer.at(this.film.now)
    this.presses.push(this.film.now)
    this.film.passes(paces.press)
    await this.page.mouse.click(x, y)
  }

  /** Types one character at a time, as an input method would commit them. */
  async types(text: string): Promise<void> {
    for (const character of text) {
      await this.page.keyboard.insertText(character)
      this.film.passes(paces.keystroke)
      await this.looks()
    }
  }

  /** Takes the pointer out of the picture. */
  leavesPointer(): void {
    const [x, y] = this.pointer.at(this.film.now)
    this.pointer.moves([x, y, 0], this.film.now, 0.3)
  }

  /** Fades in what has changed since the last frame. */
  shows(): Promise<void> {
    return this.looks(paces.fade)
  }
}

/** Where something is in its window; it must be to be seen. */
export async function boxOf(what: Locator): Promise<Box> {
  const box = await what.boundingBox()
  if (!box) throw new Error(`${String(what)} is not to be seen`)
  return box
}

const middleOf = ({ x, y, width, height }: Box): readonly [number, number] => [x + width / 2, y + height / 2]
