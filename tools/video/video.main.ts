import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { videoTexts } from '@aitai/messages/product-video.ts'
import { type Language, languages } from '@aitai/messages/texts.ts'
import { type Browser, chromium } from '@playwright/test'
import { installedBrowser } from '../../e2e/support/browser.ts'
import { startServer } from '../../e2e/support/server.ts'
import { webVtt } from './captions.ts'
import { encode, hasFfmpeg } from './encode.ts'
import { renderFrames } from './render-frames.ts'
import { recordVideo } from './scenes.ts'

/**
 * `npm run video`: the product's film in each language, of the real product, with captions and a poster, into
 * the folder from which the client serves it. `npm run video -- En` makes one alone.
 */
const target = join(import.meta.dirname, '../../client/public/video')
const codes = { En: 'en', Jp: 'ja' } as const

/** What an operator reads, in the language of the shell. */
const own: Language = /^ja/i.test(process.env.LC_ALL || process.env.LANG || '') ? 'Jp' : 'En'

async function make(browser: Browser, language: Language): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-video-'))
  const name = `product.${codes[language]}`
  const product = await startServer()
  try {
    const film = await recordVideo({ browser, url: product.url, language, folder })
    console.log(`${name}: filmed, ${film.now.toFixed(1)} s`)
    const pictures = await renderFrames(film, browser, folder, folder)
    console.log(`${name}: ${pictures} pictures drawn, now encoded`)
    await encode(folder, name, film.poster)
    await writeFile(join(folder, `${name}.vtt`), webVtt(film.cues))
    await mkdir(target, { recursive: true })
    for (const ending of ['webm', 'mp4', 'jpg', 'vtt']) {
      const file = `${name}.${ending}`
      await copyFile(join(folder, file), join(target, file))
      const { size } = await stat(join(target, file))
      console.log(`client/public/video/${file}: ${(size / 1_000_000).toFixed(2)} MB`)
    }
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (!hasFfmpeg()) {
  process.stderr.write(`${videoTexts[own]['film.noFfmpeg']}\n`)
  process.exit(1)
}
const executablePath = installedBrowser()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
try {
  const chosen = process.argv.slice(2)
  for (const language of languages) {
    if (chosen.length === 0 || chosen.includes(language)) await make(browser, language)
  }
} finally {
  await browser.close()
}
