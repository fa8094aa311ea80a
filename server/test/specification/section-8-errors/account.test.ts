import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import { restoreErrors, uploadErrors } from '@aitai/engine/upload/row-result.ts'
import { expect, test } from 'vitest'
import {
  alderEmail as address,
  countMessagesTo,
  oneFirm,
  postPasswordReset,
  requestPasswordReset,
  resetTokenFor,
  resetTokenStatus,
  unusedPassword,
} from '../../support/account-fixtures.ts'
import { type Cells, csvOf, plainRow, prepareRestoreOf, uploadFile } from '../../support/csv-uploads.ts'
import { startTestServer } from '../../support/test-server.ts'
import { password } from '../../support/test-user.ts'
import { expectTextInBothLanguages, hourMs, liveAdvert, startWithOneTrader } from '../journey-fixtures.ts'

// spec: 8.account.1
test("8.account.1 Change password 'Invalid existing password' shows a translated message.", async () => {
  const { alder } = await startWithOneTrader()
  const body = { oldPassword: 'wrong', password: unusedPassword, passwordConfirmation: unusedPassword }

  expect(await alder.isRefused('/user/update-password', { body })).toEqual({
    status: 400,
    errorCode: 'PASSWORD_WRONG',
    field: 'oldPassword',
    message: 'Invalid existing password',
  })
  expectTextInBothLanguages('PASSWORD_WRONG')
  await alder.asks('/user/update-password', { body: { ...body, oldPassword: password } })
})

// spec: 8.account.4
test("8.account.4 Any token status other than PASSWORD_TOKEN_OK shows a 'link expired' message.", async () => {
  const desk = await startTestServer(oneFirm)
  const person = desk.person(address)
  await requestPasswordReset(person)
  const token = await resetTokenFor(desk, address)
  expect(await resetTokenStatus(person, token)).toBe('PASSWORD_TOKEN_OK')
  await postPasswordReset(person, token, unusedPassword)

  for (const over of [token, `${token}x`, 'x', 'PASSWORD_TOKEN_OK']) {
    const status = await resetTokenStatus(person, over)
    expect(status).toBe('PASSWORD_TOKEN_EXPIRED')
    expectTextInBothLanguages(status)
  }
})

// spec: 8.account.6
test('8.account.6 A success message is shown for password reset.', async () => {
  const desk = await startTestServer(oneFirm)
  const person = desk.person(address)
  await requestPasswordReset(person)

  const done = await postPasswordReset(person, await resetTokenFor(desk, address), unusedPassword)
  expect([done.status, done.text]).toEqual([200, '{"status":"OK"}'])
  // The owner is notified by mail as well, whoever changed it.
  expect(await countMessagesTo(desk, address)).toBe(2)
  expect(await desk.newestMessage(address)).toContain('was reset on')
})

// spec: 8.account.7
test('8.account.7 A preferences save error is shown under the form.', async () => {
  const { alder } = await startWithOneTrader()
  const saved = await alder.asks<TraderDefaults>('/user-defaults/get-trader-defaults')
  const refused = async (path: string, body: object) => {
    const { errorCode, field, message } = await alder.isRefused(`/user-defaults/${path}`, { body })
    expectTextInBothLanguages(errorCode, { field })
    return [errorCode, field, message]
  }
  // The form saves 10 if nothing was ever saved.
  const advertPreferences = { ...saved.advertPreferences, credibilityHurdle: 10 }

  expect(await refused('set-advert-pref-defaults', { ...advertPreferences, minQuantity: 76 })).toEqual([
    ...['INVALID', 'minQuantity', 'Max. value allowed is 75'],
  ])
  expect(await refused('set-advert-pref-defaults', { ...advertPreferences, duration: null })).toEqual([
    ...['INVALID', 'duration', 'This field is required'],
  ])
  expect(await refused('set-broker-defaults', { brokerIds: [], ranked: false })).toEqual([
    ...['INVALID', 'brokerIds', 'This field is required'],
  ])
  const priceConditions = { ...saved.priceConditions, indexRelativeOffset: 2, indexRelativeStatus: true }
  expect(await refused('set-trader-defaults', { ...saved, priceConditions })).toEqual([
    ...['INVALID', 'priceConditions/indexRelativeOffset', 'Min. value allowed is 3'],
  ])
  expect(await alder.asks('/user-defaults/get-trader-defaults')).toEqual(saved)
})

// spec: 8.account.8
test('8.account.8 New version available, please refresh (OK reloads).', async () => {
  const versionOf = async (env: Record<string, string>) => {
    const desk = await startTestServer({ ...oneFirm, env })
    const { status, text, headers } = await desk.person('').calls<Failure>('/version/web')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    return text
  }

  expect(await versionOf({})).toBe('0.2.0')
  expect(await versionOf({ WEB_VERSION: '0.3.0' })).toBe('0.3.0')
})

const on = { knockoutTriggerActivated: 'yes' }
/** A row for each code that a file's own row can have, each on a security of its own. */
const faulty: readonly Cells[] = [
  { ric: '7203.T', duration: '90' },
  { ric: 'invalid' },
  { ric: '6758.T', shareQuantity: '100' },
  { ric: '8306.T', minimumQuantity: '76' },
  { ric: '9984.T', credibilityHurdle: '9' },
  { ric: '4063.T', advertisingTriggerActivated: 'yes', advertisingTriggerOffset: '11' },
  { ric: '6501.T', ...on, knockoutTriggerOffset: '11' },
  { ric: '7011.T', indexRelativeKOTriggerActivated: 'yes', indexRelativeKOTriggerOffset: '2' },
  { ric: '4519.T' },
  { ric: '7974.T' },
  { ric: '7974.T', direction: 'SELL' },
]

// spec: 8.account.9
test('8.account.9 Exact texts of many codes (market hours, restore, bulk rows) are not shown.', async () => {
  // Ours: each of them has a text in both languages, and comes with the variables of the text.
  const { desk, alder } = await startWithOneTrader({ env: { CALENDAR: 'jpx' } })
  await liveAdvert(alder, '4519.T')
  const kept = await alder.adverts()
  const coded = new Set<string>()
  const check = (rows: Awaited<ReturnType<typeof uploadFile>>): void => {
    for (const { status, errorCode, errorMap } of rows) {
      expect(status).toBe('ERROR')
      expectTextInBothLanguages(errorCode, errorMap)
      coded.add(errorCode ?? '')
    }
  }
  check(
    await uploadFile(
      alder,
      csvOf(
        desk,
        faulty.map((row) => ({ ...plainRow, ...row })),
      ),
    ),
  )
  check(await uploadFile(alder, `ric,direction,shareQuantity\n${desk.securityId('8035.T')},BUY\n`))
  const other = { ...kept[0], securityId: desk.securityId('8035.T') }
  check(
    await prepareRestoreOf(alder, [
      kept[0],
      { ...other, shareQuantity: 100 },
      { ...other, securityId: 'invalid' },
    ]),
  )
  for (const hours of [9, 63]) {
    desk.clock.advance(hours * hourMs)
    const later = await desk.trader('alder')
    check(await uploadFile(later, csvOf(desk, [plainRow])))
    check(await prepareRestoreOf(later, [other]))
  }

  expect([...coded].toSorted()).toEqual([...Object.keys(uploadErrors), ...Object.keys(restoreErrors)])
})
