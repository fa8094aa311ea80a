import { rowSubmission } from '@aitai/contract/bulk-file/send-rows.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'
import { api } from '../shared/api/desk-api.ts'
import { createStore } from '../shared/store/store.ts'
import { rowCalls } from './row-calls.ts'

// A desk, its socket and a server share the machine with the other tests.
configure({ asyncUtilTimeout: 10_000 })

const { getEquities, bulkUploadAdverts } = api.endpoints

/** Signs a trader in; returns its calls, the security, and a function that returns the validated row. */
async function trader(email: string, ric: string) {
  localStorage.setItem('userToken', await newSessionToken(email))
  const { dispatch } = createStore()
  const { data: equities = [] } = await dispatch(getEquities.initiate())
  const securityId = equities.find((each) => each.ric === ric)?.equityId ?? ''
  const file = `ric,direction,shareQuantity\n${securityId},SELL,50000\n`
  const validated = async () => (await dispatch(bulkUploadAdverts.initiate(file))).data?.[0]
  return { calls: rowCalls(dispatch), securityId, validated }
}

const idOf = (answer: { readonly advert: Advert } | object): string =>
  'advert' in answer ? answer.advert.id : 'refused'

test('a draft whose reply was lost is found again, and a sent row is recognised as sent', async () => {
  const { calls, securityId, validated } = await trader('trader@cypress.example', '7203.T')
  const draftId = idOf(await calls.draft(securityId))

  expect(idOf(await calls.draft(securityId))).toBe(draftId)
  expect(await calls.isSent(draftId)).toEqual({ isSent: false })
  const row = await validated()
  expect(row).toMatchObject({ status: 'OK', draftId })
  if (!row?.advertisement) throw new Error('there is nothing to send')
  expect(idOf(await calls.submit(rowSubmission(draftId, row.advertisement)))).toBe(draftId)

  expect(await calls.isSent(draftId)).toEqual({ isSent: true })
  expect(await calls.draft(securityId)).toMatchObject({ failure: { errorCode: 'ADVERT-ERROR-001' } })
  expect(await validated()).toMatchObject({ status: 'ERROR', errorCode: 'ERR-004', draftId: null })
})

test('a chosen file is validated, listed and sent, and its results are shown', async () => {
  localStorage.setItem('userToken', await newSessionToken('trader@birch.example'))
  renderApp('/adverts-home')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Bulk upload' }))
  await screen.findByText('Drop a CSV file here')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const text = 'ric,direction,shareQuantity\n6758.T,SELL,20000\n9999.X,BUY,1\n,BUY,20000\n'
  if (input) await user.upload(input, new File([text], 'iois.csv', { type: 'text/csv' }))

  const list = await screen.findByRole('dialog', { name: 'Confirm bulk upload' })
  expect(within(list).getByText('Line 3, 9999.X: Invalid RIC code.')).toBeTruthy()
  expect(within(list).getByText(/^Line 4: \w/)).toBeTruthy()
  await user.click(within(list).getByRole('button', { name: 'Upload 1' }))
  await waitFor(() => expect(screen.getByText('Sent: 1')).toBeTruthy())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Bulk upload'))
}, 30_000)
