import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  changeAdvert,
  hourMs,
  minuteMs,
  startWithOneTrader,
  untilStatus,
} from '../../../server/test/support/journeys.ts'
import { ScriptedMarket } from '../../../server/test/support/scripted-market.ts'
import {
  enter,
  enterQuantity,
  findButton,
  press,
  searchSecurity,
  send,
  sizeField,
} from '../support/advert-editor.ts'
import {
  beforeRequest,
  onRequest,
  openAs,
  pageServer,
  selectAdvert,
  switchLanguage,
} from '../support/controlled-server.tsx'

const en = (key: Parameters<typeof textIn>[1], values = {}): string => textIn('En', key, values)

/** Opens a tab of the advanced panel. */
async function openTab(tab: 'priceConditions' | 'advertPreferences' | 'pathPreferences'): Promise<void> {
  const name = en(`advert.panel.${tab}`)
  const isOpen = document.querySelector('[role=tab]') !== null
  if (!isOpen) await press('advert.panel.open')
  act(() => document.getElementById(`panel-${tab}`)?.click())
  await waitFor(() =>
    expect(document.querySelector('[role=tab][aria-selected=true]')?.textContent).toBe(name),
  )
}

const input = (id: string): HTMLInputElement => document.getElementById(id) as HTMLInputElement
const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label)
const errorOf = (element: HTMLElement): string => element.closest('.saltFormField')?.textContent ?? ''

// spec: 2.trader.4
test('in the search the arrows move the highlight, and Enter selects', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  const search = await screen.findByPlaceholderText(en('advert.search.placeholder'))
  fireEvent.focus(search)
  fireEvent.change(search, { target: { value: 'toyota' } })
  await screen.findByText('7203.T', { selector: '.search-ric' })
  const rics = [...document.querySelectorAll('.search-ric')].map(({ textContent }) => textContent)
  const highlighted = () =>
    document.querySelector('.search-match[aria-selected=true] .search-ric')?.textContent
  expect(highlighted()).toBe(rics[0])
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  fireEvent.keyDown(search, { key: 'ArrowUp' })
  expect(highlighted()).toBe(rics[1])
  fireEvent.keyDown(search, { key: 'Enter' })

  await screen.findByText(rics[1] ?? '', { selector: '.terms-title span' })
  const [draft, ...others] = await alder.adverts()
  expect(draft?.securityName).toMatch(new RegExp(`^${rics[1]}`))
  expect(others).toEqual([])
})

// spec: 5.editor.1, 5.editor.2, 5.editor.5, 5.editor.7, 5.number.1, 5.number.2, 9.17
test('amounts are read as they are typed, and sent as whole numbers with the defaults of the editor', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('6758.T')
  const quantity = await sizeField('quantity')
  const [usd, jpy] = [field(en('advert.usd')), field(en('advert.jpy'))]
  await waitFor(() => expect(usd.disabled).toBe(false))
  for (const [amount, invalid] of [
    [quantity, en('advert.quantity.invalid')],
    [usd, en('advert.notional.invalid')],
    [jpy, en('advert.notional.invalid')],
  ] as const) {
    for (const typed of ['0', '-5', 'many', '1,5', '1.234.567', '1,234,56']) {
      enter(amount, typed)
      expect(errorOf(amount), typed).toContain(invalid)
    }
    enter(amount, amount === quantity ? '100000.555' : '100000.55')
    expect(errorOf(amount)).toContain(invalid)
    enter(amount, '1,000,000')
  }

  // Two decimals of a quantity count.
  fireEvent.focus(quantity)
  fireEvent.change(quantity, { target: { value: '10,050.76' } })
  expect(jpy.value).toBe(Math.round(10_050.76 * 4_372).toLocaleString('en'))
  expect(usd.value).toMatch(/^[\d,]+$/)
  for (const typed of ['10000', '10,000', '10,000.00']) {
    enter(quantity, typed)
    expect([quantity.value, usd.value, jpy.value]).toEqual(['10,000', '291,467', '43,720,000'])
  }
  await openTab('advertPreferences')
  expect(document.querySelector<HTMLInputElement>('.minimum input')?.value).toBe('50')
  const chosen = screen.getByRole('radio', { name: en('advert.duration.150') })
  expect((chosen as HTMLInputElement).checked).toBe(true)

  let submitted: AdvertSubmission | null = null
  onRequest('/submit-advert', async (request, pass) => {
    submitted = (await request.clone().json()) as AdvertSubmission
    return pass(request)
  })
  await send('send')
  await waitFor(() => expect(submitted).toMatchObject({ usdnotional: 291_467, jpynotional: 43_720_000 }))
  const expected = { shareQuantity: 10_000, minimumQuantity: 50, duration: '150' }
  await waitFor(async () => expect((await alder.adverts())[0]).toMatchObject(expected))
})

// spec: 4.other.8, 4.other.9, 5.editor.8, 5.editor.9, 5.editor.16
test('trigger levels come from the close, have the decimals of the tick, and return to the saved value', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('7203.T')
  await enterQuantity('10,000')
  await openTab('priceConditions')
  const level = () => input('term-advertisingTrigger')
  // The close of 2,905.5 less 0 %, and plus 5 %: 3,050.775, of which the tick at that price is one yen.
  expect([level().value, input('term-knockoutTrigger').value]).toEqual(['2,905.5', '3,050'])

  const offsets = () =>
    [...document.querySelectorAll<HTMLInputElement>('.trigger-row input[inputmode=decimal]')].map(
      ({ disabled }) => disabled,
    )
  // The limit price has the first field.
  expect(offsets()).toEqual(Array(6).fill(true))
  act(() => input('term-advertisingTriggerActivated').click())
  expect(offsets()).toEqual([true, false, false, true, true, true])
  enter(level(), '2,860.3')
  expect(level().value).toBe('2,860.0')
  enter(level(), '-2860')
  expect(errorOf(level())).toContain(en('advert.panel.level.invalid'))
  enter(level(), '2,800.5')
  expect(level().value).toBe('2,800.5')
  act(() => input('term-advertisingTriggerActivated').click())
  expect(level().value).toBe('2,905.5')
})

// spec: 5.editor.10, 6.7
test.each([
  [40, true],
  [41, false],
])('with a rating of %i the advertising trigger is locked: %s', async (credibilityRating, isLocked) => {
  const { alder } = await startWithOneTrader(await pageServer())
  await alder.drafts('7203.T')
  onRequest('/user/my-details', async (request, pass) => {
    const details = (await (await pass(request)).json()) as object
    return Response.json({ ...details, credibilityRating })
  })
  await openAs(alder)
  await openTab('priceConditions')
  const toggle = input('term-advertisingTriggerActivated')
  expect(toggle.ariaDisabled).toBe(isLocked ? 'true' : null)
  act(() => toggle.click())

  expect(input('term-advertisingTriggerActivated').checked).toBe(!isLocked)
  if (isLocked)
    expect(toggle.closest('.trigger-row')?.textContent).toContain(en('advert.panel.rating', { rating: 40 }))
})

// spec: 5.editor.11
test('an advertising trigger that has fired is locked until its advert is dead', async () => {
  const market = new ScriptedMarket()
  const { alder } = await startWithOneTrader({ ...(await pageServer()), quotes: market.quotes })
  const waits = { advertisingTriggerActivated: true, advertisingTrigger: 2_860 }
  const advert = await alder.advertises('BUY', '7203.T', 10_000, waits)
  market.standsAt('7203.T', 2_850)
  await untilStatus(alder, advert.id, 'LIVE')
  await openAs(alder)
  await selectAdvert('7203.T')
  await openTab('priceConditions')
  const toggle = () => input('term-advertisingTriggerActivated')
  expect([toggle().ariaDisabled, toggle().checked]).toEqual(['true', true])
  act(() => toggle().click())
  expect(toggle().checked).toBe(true)

  await changeAdvert(alder, 'cancel', advert)
  await waitFor(() => expect(toggle().ariaDisabled).toBeNull())
  act(() => toggle().click())
  expect(toggle().checked).toBe(false)
})

test('a level that is half typed when its trigger fires gives way to the one in force', async () => {
  const market = new ScriptedMarket()
  const { alder } = await startWithOneTrader({ ...(await pageServer()), quotes: market.quotes })
  market.standsAt('7203.T', 2_900)
  const waits = { advertisingTriggerActivated: true, advertisingTrigger: 2_860 }
  const advert = await alder.advertises('BUY', '7203.T', 10_000, waits)
  await openAs(alder)
  await selectAdvert('7203.T')
  await openTab('priceConditions')
  const level = () => input('term-advertisingTrigger')
  act(() => level().focus())
  fireEvent.change(level(), { target: { value: '2,7' } })
  expect(level().value).toBe('2,7')

  market.standsAt('7203.T', 2_850)
  await untilStatus(alder, advert.id, 'LIVE')
  await waitFor(() => expect(level().disabled).toBe(true), { timeout: 15_000 })
  expect(level().value).toBe('2,860.0')
  await changeAdvert(alder, 'cancel', advert)
  await waitFor(() => expect(level().disabled).toBe(false))
  expect(level().value).toBe('2,860.0')
})

// rule: 13.16
test('an own expiry is typed as a time of today, reviewed, sent, and refused at its field once it is past', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('7203.T')
  await enterQuantity('10,000')
  await openTab('advertPreferences')
  act(() => screen.getByRole('radio', { name: en('advert.ownExpiry.choice') }).click())
  const time = field(en('advert.ownExpiry.time'))
  expect(time.value).toMatch(/^\d\d:(00|30|59)$/)
  for (const typed of ['25:00', 'noon', '15']) {
    enter(time, typed)
    expect(errorOf(time), typed).toContain(en('advert.ownExpiry.invalid'))
  }
  // The review does not open with it, and the focus goes to the field.
  await press('advert.action.review.send')
  await waitFor(() => expect(document.activeElement).toBe(time))
  expect(screen.queryByRole('dialog')).toBeNull()
  enter(time, '０９：５９')
  expect(time.value).toBe('09:59')
  await send('send')
  await screen.findByText(en('ADVERT-DURATION'))
  expect((await alder.adverts())[0]?.advertisementStatus).toBe('UNSENT')

  enter(field(en('advert.ownExpiry.time')), '15時10分')
  await send('send')
  await waitFor(async () =>
    expect((await alder.adverts())[0]).toMatchObject({
      duration: '15:10',
      expiryDate: '2026-11-18T06:10:00.000Z',
      advertisementStatus: 'LIVE',
    }),
  )
})

// spec: 4.statuses.12, 5.editor.6, 5.editor.13, 5.editor.14, 5.editor.15
test('a star sets its hurdle, a hurdle fills its stars, and the minimum stays from 10 to 75 percent', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await alder.advertises('BUY', '7203.T', 10_000, { credibilityHurdle: 40 })
  await openAs(alder)
  await openTab('advertPreferences')
  const filled = () => document.querySelectorAll('.hurdle-star[data-filled=true]').length
  const shown = () => document.querySelector('.hurdle-rating')?.textContent
  expect([filled(), shown()]).toEqual([2, en('advert.hurdle.rating', { hurdle: 40 })])
  const stars = () => [...document.querySelectorAll<HTMLInputElement>('.hurdle-star input')]

  expect(stars()).toHaveLength(5)
  const minimum = document.querySelector<HTMLInputElement>('.minimum input') as HTMLInputElement
  for (const [percent, clamped] of [
    ['76', '75'],
    ['9', '10'],
  ] as const) {
    fireEvent.change(minimum, { target: { value: percent } })
    expect(minimum.value).toBe(clamped)
  }
  for (const [index, hurdle] of [10, 21, 41, 61, 81].entries()) {
    act(() => stars()[index]?.click())
    expect([filled(), shown()]).toEqual([index + 1, en('advert.hurdle.rating', { hurdle })])
  }
  await send('update')
  await waitFor(async () => expect((await alder.adverts())[0]?.credibilityHurdle).toBe(81))
})

// spec: 2.trader.1, 2.trader.5, 2.trader.7, 2.trader.9, 2.trader.10, 4.statuses.20
test('the container is minimal until an IOI is created, then basic, advanced and the history', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  const expectState = (state: string): Promise<void> =>
    waitFor(() => expect(document.querySelector<HTMLElement>('.adverts-home')?.dataset.state).toBe(state))
  await expectState('minimal')
  await findButton(en('upload.action'))
  const restore = document.querySelector('[data-opens=restore]')
  expect([restore?.textContent, restore?.ariaDisabled]).toEqual([en('upload.restore'), 'true'])

  await searchSecurity('7203.T')
  await expectState('basic')
  await waitFor(() => expect(document.querySelectorAll('.advert-rows .advert-row')).toHaveLength(8))
  await press('advert.panel.open')
  await expectState('advanced')
  expect([...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)).toEqual(
    (['priceConditions', 'advertPreferences', 'pathPreferences'] as const).map((tab) =>
      en(`advert.panel.${tab}`),
    ),
  )
  await press('advert.panel.close')
  await expectState('basic')
  await press('history.open', {}, 'En', ' ▤')
  await expectState('history')
  await press('history.close', {}, 'En', ' ↩')
  await expectState('basic')
})

/** Drags the broker of one position of the path onto another, as a mouse does. */
function drag(from: number, to: number): void {
  const positions = document.querySelectorAll('.path-position')
  const data = new Map<string, string>()
  const dataTransfer = {
    setData: (type: string, value: string) => void data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()]
    },
  }
  fireEvent.dragStart(positions[from] as Element, { dataTransfer })
  fireEvent.dragOver(positions[to] as Element, { dataTransfer })
  fireEvent.drop(positions[to] as Element, { dataTransfer })
}

// spec: 5.editor.19, 5.editor.20, 5.editor.21, 5.editor.22
test('a path has four brokers, each once; choosing or dropping one of another slot swaps the two, and none removes', async () => {
  const brokers = ['Ash', 'Beech', 'Cedar', 'Elm', 'Fir']
  const { alder } = await startWithOneTrader({ ...(await pageServer()), brokers })
  await alder.drafts('7203.T')
  await openAs(alder)
  await openTab('pathPreferences')
  await waitFor(() => expect(document.querySelector('.path')).not.toBeNull())
  const slots = () => [...document.querySelectorAll<HTMLSelectElement>('.path select')]
  const path = () => slots().map((slot) => slot.selectedOptions[0]?.textContent)
  const choose = (index: number, name: string): void => {
    const slot = slots()[index] as HTMLSelectElement
    const option = [...slot.options].find(({ textContent }) => textContent === name)
    fireEvent.change(slot, { target: { value: option?.value ?? '' } })
  }
  for (const index of [3, 2, 1, 0]) choose(index, en('advert.panel.none'))
  expect(path()).toEqual(Array(4).fill(en('advert.panel.none')))
  for (const name of brokers.slice(0, 4))
    act(() =>
      [...document.querySelectorAll<HTMLElement>('.path-add button')]
        .find((each) => each.textContent?.includes(name))
        ?.click(),
    )
  expect(path()).toEqual(brokers.slice(0, 4))
  const fifth = document.querySelector<HTMLButtonElement>('.path-add button')
  expect(fifth?.textContent).toContain('Fir')
  act(() => fifth?.click())
  expect(path()).toEqual(brokers.slice(0, 4))

  choose(0, 'Cedar')
  expect(path()).toEqual(['Cedar', 'Beech', 'Ash', 'Elm'])
  drag(3, 0)
  expect(path()).toEqual(['Elm', 'Beech', 'Ash', 'Cedar'])
  choose(1, en('advert.panel.none'))
  expect(path()).toEqual(['Elm', 'Ash', 'Cedar', en('advert.panel.none')])
  act(() => document.querySelector<HTMLElement>('.path-add button')?.click())

  const ranks = () =>
    [...document.querySelectorAll('.path-position')].map(
      ({ textContent }, index) => textContent?.includes(en('advert.path.rank', { rank: index + 1 })) ?? false,
    )
  expect(ranks()).toEqual(Array(4).fill(false))
  act(() => document.querySelector<HTMLElement>('.path-head input')?.click())
  expect(ranks()).toEqual(Array(4).fill(true))
})

// spec: 2.trader.30, 5.editor.12, 8.hours.3, 8.hours.4
test('after hours no trigger can be toggled, and after the close sending names the exchange and the security', async () => {
  const { desk } = await startWithOneTrader(await pageServer({ CALENDAR: 'jpx' }))
  // From ten o'clock in Tokyo to ten minutes past four.
  desk.clock.advance(6 * hourMs + 10 * minuteMs)
  const alder = await (await desk.trader('alder')).connects()
  await alder.drafts('7203.T')
  const page = await openAs(alder)
  await openTab('priceConditions')
  await waitFor(() => expect(screen.getAllByText(en('advert.panel.frozen'))).toHaveLength(3))
  // The limit price is no trigger.
  for (const toggle of screen.getAllByRole<HTMLInputElement>('switch').slice(1)) {
    act(() => toggle.click())
    expect([toggle.ariaDisabled, toggle.checked]).toEqual(['true', false])
  }

  await enterQuantity('10,000')
  beforeRequest('/submit-advert', async () => desk.clock.advance(55 * minuteMs))
  await send('send')
  for (const [language, exchange] of [
    ['Jp', '東京証券取引所'],
    ['En', 'Tokyo Stock Exchange'],
  ] as const) {
    switchLanguage(page, language)
    const named = textIn(language, 'outsideHours.security', { ric: '7203.T', exchange })
    await waitFor(() => expect(document.body.textContent).toContain(named))
    expect(document.body.textContent).toContain(textIn(language, 'outsideHours.closed'))
  }
  expect((await alder.adverts())[0]?.advertisementStatus).toBe('UNSENT')
}, 60_000)
