import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { minuteMs, startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { enterQuantity, press, searchSecurity, send, sizeField } from '../support/advert-editor.ts'
import { openAs, pageServer, selectAdvert } from '../support/controlled-server.tsx'
import { catchUp, startTwoDesks } from '../support/two-desks.ts'

// rule: 28.1, 28.6, 28.9
test.each(languages)('both rules are chosen, and what they do is seen at the IOI (%s)', async (language) => {
  const { desk, alder, birch } = await startTwoDesks()
  const say = (key: Parameters<typeof textIn>[1], values = {}) => textIn(language, key, values)
  const choose = (key: Parameters<typeof textIn>[1], count: number) =>
    userEvent.selectOptions(
      screen.getByRole('combobox', { name: say(key) }),
      say('advert.panel.times', { count }),
    )
  const sees = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))
  await openAs(alder, '/adverts-home', language)
  catchUp(desk)
  await searchSecurity('7203.T', language)
  await enterQuantity('20,000', language)
  await press('advert.panel.open', {}, language)
  await userEvent.click(screen.getByRole('tab', { name: say('advert.panel.advertPreferences') }))
  await userEvent.click(screen.getByRole('radio', { name: say('advert.duration.60') }))
  await choose('advert.panel.renew', 2)
  await choose('advert.panel.resume', 1)
  await press('advert.panel.close', {}, language)
  await sees(`${say('advert.panel.renew')}: ${say('advert.panel.times', { count: 2 })}`)
  await send('send', language)
  await sees(`${say('advert.panel.renew')}: ${say('advert.panel.left', { left: 2, count: 2 })}`)
  expect((await alder.adverts())[0]).toMatchObject({ autoRenewals: 2, autoResumes: 1 })

  const sell = await birch.advertises('SELL', '7203.T', 10_000)
  const ofBirch = await birch.isLocated(sell.id)
  const [ofAlder] = await alder.locates()
  if (!ofAlder) throw new Error('no locate')
  await alder.accepts(ofAlder)
  await birch.declines(ofBirch)
  await sees(say('locate.autoResumed', { left: 0 }))
  await sees(`${say('advert.panel.resume')}: ${say('advert.panel.left', { left: 0, count: 1 })}`)
  expect(screen.queryByRole('button', { name: say('locate.resume') })).toBeNull()
  await press('locate.read', {}, language)

  // What is typed when it expires is still there, at the renewed IOI.
  await alder.advertises('BUY', '9984.T', 10_000)
  await enterQuantity('15,000', language)
  for (const _ of [1, 2]) {
    desk.clock.advance(31 * minuteMs)
    await alder.adverts()
  }
  await sees(`${say('advert.panel.renew')}: ${say('advert.panel.left', { left: 1, count: 2 })}`)
  expect((await sizeField('quantity', language)).value).toBe('15,000')
  expect(document.querySelector('.terms-title')?.textContent).toContain('7203.T')
})

// rule: 28.9
test('a level that is half typed when its IOI is renewed stays in its field with the focus', async () => {
  const { desk, alder } = await startWithOneTrader(await pageServer())
  const terms = { duration: '60', autoRenewals: 1, limitPrice: 2_900 } as const
  const { id } = await alder.advertises('BUY', '7203.T', 10_000, terms)
  await openAs(alder)
  await selectAdvert('7203.T')
  await press('advert.panel.open')
  const field = (): HTMLInputElement => document.getElementById('term-limitPrice') as HTMLInputElement
  const edited = () => document.querySelector<HTMLElement>('.terms-editor')?.dataset.advert
  expect([edited(), field().value]).toEqual([id, '2,900.0'])
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: '28' } })
  for (const _ of [1, 2]) {
    desk.clock.advance(31 * minuteMs)
    await alder.adverts()
  }
  await waitFor(() => expect(edited()).not.toBe(id))
  expect([field().value, document.activeElement]).toEqual(['28', field()])
  fireEvent.change(field(), { target: { value: '2850' } })
  act(() => field().blur())
  await send('update')
  await waitFor(async () => expect((await alder.adverts())[0]?.limitPrice).toBe(2_850))
})

// rule: 28.7
test('an IOI for the day cannot be renewed, and says why', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('7203.T')
  await press('advert.panel.open')
  await userEvent.click(screen.getByRole('tab', { name: textIn('En', 'advert.panel.advertPreferences') }))
  const renew = (): HTMLSelectElement =>
    screen.getByRole('combobox', { name: textIn('En', 'advert.panel.renew') })
  await userEvent.selectOptions(renew(), '3')
  await userEvent.click(screen.getByRole('radio', { name: textIn('En', 'advert.duration.END_OF_DAY') }))
  expect([renew().disabled, renew().value]).toEqual([true, '0'])
  expect(screen.getByText(textIn('En', 'advert.panel.renew.duration', { minutes: '60 or 150' }))).toBeTruthy()
  // The choice is back with a duration that can be renewed.
  await userEvent.click(screen.getByRole('radio', { name: textIn('En', 'advert.duration.60') }))
  expect([renew().disabled, renew().value]).toEqual([false, '3'])
})
