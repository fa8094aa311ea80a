import { link, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { defaultProductName } from '@aitai/messages/texts.ts'
import type { Browser, Page, Route } from '@playwright/test'
import { contentSize, frame, windowSize } from './layout.ts'
import type { RecordedWindow } from './recorded-window.ts'
import type { VideoTimeline } from './timeline.ts'

export const framesPerSecond = 30

const root = join(import.meta.dirname, '../..')
const stage = 'http://film.stage'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The stage is a page of files: its own, the client's colours and mark, the fonts, and the film's shots. */
function fileOf(path: string, shots: string): string {
  if (path.startsWith('/shots/')) return join(shots, path.slice('/shots/'.length))
  if (path.startsWith('/fonts/'))
    return join(root, 'node_modules/@fontsource-variable', path.slice('/fonts/'.length))
  if (path === '/tokens.css') return join(root, 'client/src/ui/styles/tokens.css')
  if (path === '/mark.svg') return join(root, 'client/public/favicon.svg')
  return join(import.meta.dirname, 'frame-page', path)
}

async function openStage(browser: Browser, shots: string): Promise<Page> {
  const page = await browser.newPage({ viewport: frame })
  await page.route(`${stage}/**`, async (route: Route) => {
    const file = fileOf(new URL(route.request().url()).pathname, shots)
    const headers = { 'cache-control': 'max-age=3600', 'access-control-allow-origin': '*' }
    const contentType = types[extname(file)] ?? 'application/octet-stream'
    await route.fulfill({ body: await readFile(file), contentType, headers })
  })
  await page.goto(`${stage}/frame.html`)
  return page
}

/** A heading goes before the next one comes. Seconds. */
const headingFade = 0.3
const pressSeconds = 0.45

function headingAt({ headings }: VideoTimeline, moment: number): { text: string; opacity: number } {
  const current = headings.findLast(({ at }) => at <= moment)
  if (!current) return { text: '', opacity: 0 }
  const next = headings.find(({ at }) => at > moment)
  const came = (moment - current.at) / headingFade
  const goes = next ? (next.at - moment) / headingFade : 1
  return { text: current.text, opacity: rounded(Math.min(1, came, goes), 100) }
}

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts

function paneAt(window: RecordedWindow, moment: number) {
  const rect = window.rect.at(moment)
  const view = contentSize(rect)
  const [opacity] = window.opacity.at(moment)
  const [x, y, scale] = window.camera.at(moment)
  const shot = window.shots.findLast(({ at }) => at <= moment + 1e-6)
  const before = shot && window.shots[window.shots.indexOf(shot) - 1]
  const blend = shot && shot.fade > 0 ? Math.min(1, (moment - shot.at) / shot.fade) : 1
  const pressedAt = window.presses.findLast((at) => at <= moment && moment < at + pressSeconds)
  const [pointerX, pointerY, pointerOpacity] = window.pointer.at(moment)
  return {
    label: window.label,
    rect: rect.map((each) => rounded(each, 4)),
    opacity: shot ? rounded(opacity, 100) : 0,
    scale: rounded(scale, 10_000),
    left: rounded(x - view.width / scale / 2, 100),
    top: rounded(y - view.height / scale / 2, 100),
    width: windowSize.width,
    under: blend < 1 ? before?.file : shot?.file,
    over: blend < 1 ? shot?.file : undefined,
    blend: rounded(blend, 100),
    press: pressedAt === undefined ? null : rounded((moment - pressedAt) / pressSeconds, 100),
    pointer: { x: rounded(pointerX, 10), y: rounded(pointerY, 10), opacity: rounded(pointerOpacity, 100) },
  }
}

function pictureAt(film: VideoTimeline, moment: number) {
  const [opacity] = film.card.at(moment)
  const { name } = film.cardName.findLast(({ at }) => at <= moment) ?? { name: 'opening' as const }
  return {
    heading: headingAt(film, moment),
    panes: film.windows.map((window) => paneAt(window, moment)),
    card: {
      lang: film.language === 'Jp' ? 'ja' : 'en',
      opacity: rounded(opacity, 100),
      name: defaultProductName,
      line: film.word(`film.${name}`),
    },
  }
}

export const frameFile = (folder: string, index: number): string =>
  join(folder, `frame-${String(index).padStart(5, '0')}.png`)

/**
 * Draws every picture of a film into a folder, numbered from 0. One in which nothing has changed is the same
 * file again. Gives how many there are.
 */
export async function renderFrames(
  film: VideoTimeline,
  browser: Browser,
  shots: string,
  folder: string,
): Promise<number> {
  const page = await openStage(browser, shots)
  const devtools = await page.context().newCDPSession(page)
  const count = Math.ceil(film.now * framesPerSecond)
  let last = ''
  for (let index = 0; index < count; index += 1) {
    const picture = JSON.stringify(pictureAt(film, index / framesPerSecond))
    if (picture === last) await link(frameFile(folder, index - 1), frameFile(folder, index))
    else {
      await page.evaluate(`draw(${picture})`)
      const { data } = await devtools.send('Page.captureScreenshot', {
        format: 'png',
        optimizeForSpeed: true,
      })
      await writeFile(frameFile(folder, index), Buffer.from(data, 'base64'))
    }
    last = picture
  }
  await page.close()
  return count
}
