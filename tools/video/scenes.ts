import { expect } from '@playwright/test'
import { searchScene, sendScene, termsScene } from './advert-scenes.ts'
import { windowPositions } from './layout.ts'
import {
  participants,
  quantityField,
  type RecordedBroker,
  type RecordedTrader,
  type RecordingSetup,
  recordBroker,
  recordTrader,
  ric,
  security,
  shares,
} from './participants.ts'
import { boxOf, type RecordedWindow } from './recorded-window.ts'
import { VideoTimeline } from './timeline.ts'

/** Makes the product's main job happen, and gives the film of it. */
export async function recordVideo(set: RecordingSetup): Promise<VideoTimeline> {
  const film = new VideoTimeline(set.language)
  const { buyer, seller } = participants[set.language]
  film.names({ buyer, seller })
  const bought = await recordTrader(set, film, buyer)
  const sold = await recordTrader(set, film, seller)
  await opens(film, bought)
  await termsScene(film, bought)
  await sendScene(film, bought)
  await dark(film, bought, sold)
  await contra(film, sold)
  await located(film, bought, sold)
  await handed(film, bought, sold)
  const broker = await recordBroker(set, film)
  await confirmed(film, broker, [bought, sold])
  closes(film, broker.window)
  return film
}

async function opens(film: VideoTimeline, { window }: RecordedTrader): Promise<void> {
  film.says('film.says.opening')
  film.passes(3.4)
  window.stands(windowPositions.whole, 1)
  film.chapter('film.chapter.conditions')
  film.fadeCard('opening', 0, 0.6)
  film.passes(0.4)
  film.isQuiet()
  film.passes(0.5)
}

/** Side by side: the one who waits, and the one who sees nothing of it. */
async function dark(film: VideoTimeline, bought: RecordedTrader, sold: RecordedTrader): Promise<void> {
  film.chapter('film.chapter.dark')
  film.says('film.says.dark')
  bought.window.leavesPointer()
  sold.window.stands(windowPositions.beyondRight, 0)
  sold.window.stands(windowPositions.right, 1, 0.9)
  bought.window.stands(windowPositions.left, 1, 0.9)
  bought.window.views([0, 0], [380, 380], 0.9)
  await sold.window.nears(sold.trader.page.locator('main'), 0, 0)
  film.passes(1.2)
  await sold.window.looks()
  film.passes(3.4)
}

async function contra(film: VideoTimeline, actor: RecordedTrader): Promise<void> {
  const { trader, window } = actor
  const { page } = trader
  const other = film.windows.find((each) => each !== window)
  film.chapter('film.chapter.contra')
  film.says('film.says.contra')
  other?.stands(windowPositions.beyondLeft, 0, 0.9)
  window.stands(windowPositions.whole, 1, 0.9)
  window.widens(0.9)
  film.passes(0.9)
  await searchScene(film, actor)
  await window.nears(page.locator('.terms-editor'), 30, 0.7)
  await window.shows()
  film.passes(0.3)
  await window.clicks(page.getByRole('radio', { name: trader.text('common.SELL') }), 0.6)
  await window.looks()
  await quantityField(actor).focus()
  await page.keyboard.press('Control+a')
  await window.types(shares.seller)
  await page.keyboard.press('Tab')
  await window.looks()
  window.widens(0.8)
  await window.clicks(trader.button('advert.action.review.send'), 0.8)
  const confirm = trader.button('advert.review.confirm.send')
  await expect(confirm).toBeFocused()
  await window.shows()
  film.passes(0.9)
  await window.clicks(confirm)
}

/** Lets the real seconds pass in the film: the rings go down. */
async function lives(film: VideoTimeline, actors: readonly RecordedTrader[], seconds: number): Promise<void> {
  const began = performance.now()
  const from = film.now
  for (let passed = 0; passed < seconds; passed = (performance.now() - began) / 1_000) {
    for (const { window } of actors) await window.looks(0, from + passed)
    await new Promise((later) => setTimeout(later, 100))
  }
  film.passes(seconds)
}

async function located(film: VideoTimeline, bought: RecordedTrader, sold: RecordedTrader): Promise<void> {
  const both = [bought, sold]
  for (const { trader } of both) {
    await trader.seesContraLocated(shares.located)
    await expect(trader.popup.locator('.locate-accept')).toHaveAttribute('aria-disabled', 'false')
  }
  sold.window.leavesPointer()
  await sold.window.shows()
  await bought.window.looks()
  film.passes(1)
  // A whole desk, at the moment for which it is there.
  film.poster = film.now - 0.3
  film.chapter('film.chapter.located')
  film.says('film.says.located')
  bought.window.stands(windowPositions.left, 1, 0.9)
  sold.window.stands(windowPositions.right, 1, 0.9)
  for (const { trader, window } of both) await window.nears(trader.popup, 30, 0.9)
  await lives(film, both, 4.5)

  film.says('film.says.sealed')
  await bought.window.clicks(bought.trader.popup.locator('.locate-accept'))
  await expect(bought.trader.popup.locator('.locate-waiting')).toBeVisible()
  await bought.window.shows()
  await lives(film, both, 2.8)
  bought.window.leavesPointer()
  film.says('film.says.accepted')
  await sold.window.clicks(sold.trader.popup.locator('.locate-accept'))
}

async function handed(film: VideoTimeline, bought: RecordedTrader, sold: RecordedTrader): Promise<void> {
  for (const { trader } of [bought, sold]) {
    await trader.handedTo()
    await expect(trader.popup.getByText(trader.text('locate.contact.loading'))).toBeHidden()
  }
  film.passes(0.9)
  for (const { trader, window } of [bought, sold]) {
    await window.shows()
    await window.nears(trader.popup, 12, 0.6)
  }
  film.chapter('film.chapter.handed')
  film.says('film.says.handed')
  sold.window.leavesPointer()
  film.passes(4.8)
}

async function confirmed(
  film: VideoTimeline,
  { broker, window }: RecordedBroker,
  others: readonly RecordedTrader[],
): Promise<void> {
  const { page, language } = broker
  const { buyer, seller } = participants[language]
  film.chapter('film.chapter.confirmed')
  film.says('film.says.match')
  window.stands(windowPositions.comingWhole, 0)
  window.stands(windowPositions.whole, 1, 0.9)
  others[0]?.window.stands(windowPositions.farLeft, 0, 0.9)
  others[1]?.window.stands(windowPositions.beyondLeft, 0, 0.9)
  film.passes(1)
  const dialog = page.getByRole('dialog')
  await window.nears(dialog, 40)
  film.passes(2.2)
  await window.clicks(dialog.getByRole('button', { name: broker.text('common.ok'), exact: true }))
  await window.shows()
  // Both sides with their passwords: the right half of the row.
  const row = page.getByRole('row').filter({ hasText: ric })
  const { x, y, width } = await boxOf(row)
  window.views([x + width * 0.72, y], [width * 0.6, 300], 0.9)
  film.passes(1)
  film.says('film.says.confirmed')
  for (const [side, institution] of [
    ['agreement.confirmBuy', buyer],
    ['agreement.confirmSell', seller],
  ] as const) {
    const name = broker.text(side, { institution, security: security[language] })
    await window.clicks(page.getByRole('button', { name }))
    await expect(page.getByRole('button', { name })).toBeHidden()
    await window.shows()
    film.passes(0.7)
  }
  film.passes(1.2)
}

function closes(film: VideoTimeline, window: RecordedWindow): void {
  window.leavesPointer()
  film.chapter(null)
  film.says('film.says.closing')
  film.fadeCard('closing', 1, 0.7)
  film.passes(4.2)
  film.isQuiet()
}
