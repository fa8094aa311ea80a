import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { moveToOwnServer } from '../../../test/support/start-server.ts'
import { intervals } from '../../shared/intervals.ts'
import { createStore } from '../../shared/store/store.ts'
import { changeLanguage } from '../../ui/text/use-text.ts'
import { NewVersionPopup } from './NewVersionPopup.tsx'

const waiting = { timeout: 30_000 }
const ofToday = location.href
moveToOwnServer({ WEB_VERSION: '0.3.0' })

declare const jsdom: { reconfigure(settings: { url: string }): void }

/** Renders the popup with a server; returns its number of responses. */
function renderPopup(language: Language = 'En'): () => number {
  changeLanguage(language)
  const store = createStore()
  renderInStore(<NewVersionPopup />, store)
  let answers = 0
  store.subscribe(() => {
    const { queries } = store.getState().api as { queries: Record<string, { status: string } | undefined> }
    if (queries['webVersion(undefined)']?.status === 'fulfilled') answers += 1
  })
  return () => answers
}

// spec: 1.11
test.each(languages)('a server of 0.3.0 makes a client of 0.2.0 offer a refresh, in %s', async (language) => {
  renderPopup(language)
  const popup = await screen.findByRole('dialog', {}, waiting)

  expect(popup.textContent).toContain(textIn(language, 'version.title'))
  expect(popup.textContent).toContain(textIn(language, 'version.lead'))
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    textIn(language, 'common.ok'),
  ])
})

test('a server of 0.2.0 offers none; the version is fetched again after an hour and may be newer then', async () => {
  const newer = location.href
  jsdom.reconfigure({ url: ofToday })
  expect(intervals.versionPoll).toBe(3_600_000)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answers = renderPopup()
  await vi.waitFor(() => expect(answers()).toBeGreaterThan(0), waiting)
  expect(screen.queryByRole('dialog')).toBeNull()

  jsdom.reconfigure({ url: newer })
  await vi.advanceTimersByTimeAsync(intervals.versionPoll / 2)
  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.advanceTimersByTimeAsync(intervals.versionPoll / 2)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeNull(), waiting)
  cleanup()
})
