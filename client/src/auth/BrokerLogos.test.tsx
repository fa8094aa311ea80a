import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  reducedMotionQuery,
  renderInstallation,
  shippedInstallation,
  stubMediaQueries,
} from '../../test/support/render-installation.ts'
import { intervals } from '../shared/intervals.ts'

type Key = Parameters<typeof textIn>[1]
const en = (key: Key): string => textIn('En', key)

/** The carousel of the login page, with a clock that stands still until it is moved. */
async function carousel(language: 'En' | 'Jp' = 'En', installation = shippedInstallation) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await renderInstallation(installation, '/', language)
  return screen.findByRole('region', { name: textIn(language, 'auth.brokers') })
}

/** The visible logos, from left to right. */
const visibleSlides = (whole: HTMLElement): (string | null)[] =>
  within(whole)
    .getAllByRole('listitem')
    .map((slide) => within(slide).getByRole('img').getAttribute('alt'))

const passes = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const [hinoki, kaede, tsubaki, momiji, kuromatsu] = shippedInstallation.brokers.map(({ name }) => name.En)

// spec: 2.routes.21, 9.11
test.each(languages)('five executing brokers, ten slides, four visible, in %s', async (language) => {
  const whole = await carousel(language)

  expect(visibleSlides(whole)).toEqual(
    shippedInstallation.brokers.slice(0, 4).map(({ name }) => name[language]),
  )
  expect(whole.querySelectorAll('li')).toHaveLength(10)
  expect(new Set([...whole.querySelectorAll('img')].map(({ src }) => src)).size).toBe(5)
  // Arrows and a pause button, and no dots.
  expect(within(whole).getAllByRole('button')).toHaveLength(3)
})

// spec: 9.11
test('it advances by one every 3 seconds, in a loop', async () => {
  expect(intervals.loginCarousel).toBe(3_000)
  const whole = await carousel()
  passes(2_999)
  expect(visibleSlides(whole)).toEqual([hinoki, kaede, tsubaki, momiji])
  passes(1)
  expect(visibleSlides(whole)).toEqual([kaede, tsubaki, momiji, kuromatsu])
  passes(3 * 3_000)

  expect(visibleSlides(whole)).toEqual([kuromatsu, hinoki, kaede, tsubaki])
  passes(100 * 3_000)
  expect(visibleSlides(whole)).toEqual([kuromatsu, hinoki, kaede, tsubaki])
})

test('the arrows work in both directions without an end', async () => {
  const whole = await carousel()
  const press = (key: Key) => fireEvent.click(within(whole).getByRole('button', { name: en(key) }))
  press('auth.brokersBack')
  expect(visibleSlides(whole)).toEqual([kuromatsu, hinoki, kaede, tsubaki])
  for (let presses = 0; presses < 7; presses += 1) press('auth.brokersBack')
  expect(visibleSlides(whole)).toEqual([tsubaki, momiji, kuromatsu, hinoki])
  for (let presses = 0; presses < 8; presses += 1) press('auth.brokersOn')

  expect(visibleSlides(whole)).toEqual([hinoki, kaede, tsubaki, momiji])
})

test('it pauses and continues by its button', async () => {
  const whole = await carousel()
  fireEvent.click(within(whole).getByRole('button', { name: en('auth.brokersPause') }))
  passes(60_000)
  expect(visibleSlides(whole)[0]).toBe(hinoki)
  fireEvent.click(within(whole).getByRole('button', { name: en('auth.brokersPlay') }))
  passes(3_000)

  expect(visibleSlides(whole)[0]).toBe(kaede)
})

test('it pauses while it has the pointer or the focus, whichever ends last', async () => {
  const whole = await carousel()
  const next = within(whole).getByRole('button', { name: en('auth.brokersOn') })
  fireEvent.pointerEnter(whole)
  act(() => next.focus())
  fireEvent.pointerLeave(whole)
  passes(60_000)
  expect(visibleSlides(whole)[0]).toBe(hinoki)
  fireEvent.pointerEnter(whole)
  act(() => next.blur())
  passes(60_000)
  expect(visibleSlides(whole)[0]).toBe(hinoki)
  fireEvent.pointerLeave(whole)
  passes(3_000)

  expect(visibleSlides(whole)[0]).toBe(kaede)
})

test('with reduced motion it stands still until the user starts it', async () => {
  stubMediaQueries(reducedMotionQuery)
  const whole = await carousel()
  passes(60_000)
  expect(visibleSlides(whole)[0]).toBe(hinoki)
  fireEvent.click(within(whole).getByRole('button', { name: en('auth.brokersPlay') }))
  passes(3_000)

  expect(visibleSlides(whole)[0]).toBe(kaede)
})

test('with fewer brokers than visible positions, each is shown once', async () => {
  const whole = await carousel('En', {
    ...shippedInstallation,
    brokers: shippedInstallation.brokers.slice(0, 2),
  })

  expect(visibleSlides(whole)).toEqual([hinoki, kaede])
})
