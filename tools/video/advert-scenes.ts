import { expect } from '@playwright/test'
import { brokerNameIn } from '../../e2e/support/people.ts'
import {
  panelTab,
  participants,
  preferredBroker,
  quantityField,
  type RecordedTrader,
  ric,
  searchField,
  shares,
} from './participants.ts'
import { boxOf } from './recorded-window.ts'
import type { VideoTimeline } from './timeline.ts'

/** Finds the security by the first letters of its name. */
export async function searchScene(film: VideoTimeline, actor: RecordedTrader): Promise<void> {
  const { trader, window } = actor
  await window.nears([searchField(actor), trader.page.getByText(trader.text('advert.minimal.sentence'))], 120)
  await window.clicks(searchField(actor))
  await window.looks()
  await window.types(participants[trader.language].search)
  const option = trader.page.getByRole('option', { name: ric }).first()
  await expect(option).toBeVisible()
  await window.shows()
  film.passes(0.9)
  await window.clicks(option)
  await expect(quantityField(actor)).toBeFocused()
}

export async function termsScene(film: VideoTimeline, actor: RecordedTrader): Promise<void> {
  const { trader, window } = actor
  const { page } = trader
  film.says('film.says.search')
  await searchScene(film, actor)
  window.widens(0.7)
  await window.shows()
  film.passes(0.7)

  film.says('film.says.size')
  await window.nears(page.locator('.terms-editor'), 30)
  film.passes(0.5)
  await window.clicks(page.getByRole('radio', { name: trader.text('common.BUY') }), 0.6)
  await window.looks()
  await quantityField(actor).focus()
  await page.keyboard.press('Control+a')
  await window.types(shares.buyer)
  await page.keyboard.press('Tab')
  await window.shows()
  film.passes(1.5)

  await window.clicks(page.getByRole('button', { name: trader.text('advert.panel.advertPreferences') }))
  await expect(panelTab(actor, 'advertPreferences')).toHaveAttribute('aria-selected', 'true')
  film.says('film.says.minimum')
  await window.nears(page.locator('section.advanced'), 24)
  await window.shows()
  film.passes(0.6)
  await slides(film, actor)
  film.passes(0.6)
  film.says('film.says.stars')
  await window.clicks(page.locator('.hurdle-star').nth(2))
  await window.looks()
  film.passes(1.3)
  await path(film, actor)
}

/** The smallest contra worth a call, by the mouse, to exactly 40 %. */
async function slides(film: VideoTimeline, { trader, window }: RecordedTrader): Promise<void> {
  const slider = trader.page.getByRole('slider', { name: trader.text('advert.minimum') })
  const box = await boxOf(slider)
  const thumb = 16
  const at = (percent: number): readonly [number, number] => [
    box.x + thumb / 2 + ((percent - 10) / 65) * (box.width - thumb),
    box.y + box.height / 2,
  ]
  await window.points(at(Number(await slider.inputValue())))
  window.presses.push(film.now)
  await trader.page.mouse.down()
  for (let percent = Number(await slider.inputValue()); percent > 40; percent -= 2)
    await window.points(at(percent - 2), 0.12)
  await trader.page.mouse.up()
  await expect(slider).toHaveValue('40')
}

async function path(film: VideoTimeline, actor: RecordedTrader): Promise<void> {
  const { trader, window } = actor
  await window.clicks(panelTab(actor, 'pathPreferences'))
  await expect(panelTab(actor, 'pathPreferences')).toHaveAttribute('aria-selected', 'true')
  film.says('film.says.path')
  await window.looks()
  film.passes(0.3)
  await window.clicks(trader.page.getByRole('switch', { name: trader.text('advert.path.ranked') }), 0.6)
  await window.looks()
  const up = trader.page.getByRole('button', {
    name: trader.text('advert.path.up', { broker: brokerNameIn(trader.language, preferredBroker) }),
  })
  await window.clicks(up, 0.6)
  await window.looks()
  film.passes(1.2)
}

export async function sendScene(film: VideoTimeline, actor: RecordedTrader): Promise<void> {
  const { trader, window } = actor
  window.widens(0.8)
  film.says('film.says.review')
  await window.clicks(trader.button('advert.action.review.send'), 0.9)
  const confirm = trader.button('advert.review.confirm.send')
  await expect(confirm).toBeFocused()
  await window.shows()
  await window.nears(trader.page.getByRole('dialog'), 30, 0.8)
  film.passes(1.8)
  await window.clicks(confirm)
  await expect(confirm).toBeHidden()
  await expect(trader.row(ric)).toBeVisible()
  await trader.sees(ric, 'advert.status.SENT')
  await window.shows()
}
