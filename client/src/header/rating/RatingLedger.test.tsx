import type { CredibilityLedger } from '@aitai/contract/schemas/credibility.ts'
import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import type { ScoredEvent } from '@aitai/engine/model/state.ts'
import { answerScores, notExecutedScore, ratingOf } from '@aitai/engine/rating/credibility.ts'
import { explainRating } from '@aitai/engine/rating/rating-explanation.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { accountsApi } from '../../shared/api/accounts-api.ts'
import { signedIn } from '../../shared/store/session.ts'
import { createStore } from '../../shared/store/store.ts'
import { changeLanguage } from '../../ui/text/use-text.ts'
import { UserHeader } from '../UserHeader.tsx'

/** The ledger that the server would give for these answers, the newest first, each to another institution. */
function ledgerOf(...answers: (keyof typeof answerScores)[]): CredibilityLedger {
  const events = answers.map((answer, index): ScoredEvent => {
    const at = Date.UTC(2026, 10, 20, 3, 0) - index * 60_000
    return { at, score: answerScores[answer], contraFirmId: `firm-${index}` }
  })
  const { events: rated, ...rest } = explainRating(events, defaultLimits)
  expect(rest.rating).toBe(ratingOf(events, defaultLimits))
  return { ...rest, events: [...rated] }
}

/** The header of a trader with such a ledger. */
async function header(ledger: CredibilityLedger, language: Language = 'En') {
  changeLanguage(language)
  const store = createStore()
  store.dispatch(signedIn('a-token'))
  const user = {
    role: 'TRADER',
    firstName: 'Emma',
    lastName: 'Whitfield',
    organization_name: 'Alder',
    credibilityRating: ledger.rating,
    sessionEndsAt: Number.POSITIVE_INFINITY,
  }
  await store.dispatch(accountsApi.util.upsertQueryData('myDetails', undefined, user as UserInfo))
  // The panel fetches again whenever it opens: this is the reply then.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(ledger))
  const element = <UserHeader bell={null} help={null} />
  renderInStore(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />, store)
}

async function opened(language: Language = 'En'): Promise<HTMLElement> {
  const title = textIn(language, 'header.ratingTitle')
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${title} \\d+`) }))
  return screen.getByRole('region', { name: title })
}

const rows = async (panel: HTMLElement): Promise<string[][]> =>
  [...((await within(panel).findByRole('table')) as HTMLTableElement).rows].map((row) =>
    [...row.cells].map(({ textContent }) => textContent ?? ''),
  )

test('the ledger lists each scored event with score, weight and points, and missing events as 60', async () => {
  const ledger = ledgerOf('accept', 'decline', 'timeout')
  await header(ledger)

  const [, ...lines] = await rows(await opened())
  expect(lines.slice(0, 3).map(([kind, , ...figures]) => [kind, ...figures])).toEqual([
    ['Accepted', '100', '20', '2,000'],
    ['Declined', '5', '19', '95'],
    ['Missed', '0', '18', '0'],
  ])
  expect(lines.slice(3)).toEqual([
    ['No event yet: 17 (counted as 60)', '60', '153', '9,180'],
    ['Total', '210', '11,275'],
    ['Rating: total points divided by total weight, rounded, from 1 to 100', '54'],
  ])
  expect(Math.round(11_275 / 210)).toBe(ledger.rating)
})

test('an acceptance that was not followed through counts 0 and says why', async () => {
  const accept = { at: Date.UTC(2026, 10, 20, 3, 0), contraFirmId: 'firm', acceptedAgreementId: 'agreement' }
  const { events, ...rest } = explainRating([{ ...accept, score: notExecutedScore }], defaultLimits)
  await header({ ...rest, events: [...events] })
  const panel = await opened()

  expect((await rows(panel))[1]).toEqual([
    textIn('En', 'ledger.kind.NOT_EXECUTED'),
    expect.anything(),
    '0',
    '20',
    '0',
  ])
  expect(within(panel).getByText(textIn('En', 'ledger.notExecuted'))).toBeTruthy()
})

test.each(languages)(
  'what the next answer would make it stands beside each answer, in %s',
  async (language) => {
    const ledger = ledgerOf('accept')
    await header(ledger, language)
    const panel = await opened(language)

    for (const answer of ['accept', 'decline', 'timeout'] as const) {
      const term = await within(panel).findByText(textIn(language, `ledger.next.${answer}`))
      const change = ledger.next[answer] - ledger.rating
      expect(term.nextElementSibling?.textContent).toBe(
        `${ledger.next[answer]} ${change > 0 ? `+${change}` : `−${-change}`}`,
      )
    }
  },
)

test('no more than twenty events are listed, and then none is missing', async () => {
  await header(ledgerOf(...Array.from({ length: 25 }, () => 'accept' as const)))

  const lines = await rows(await opened())
  expect(lines).toHaveLength(1 + 20 + 2)
  expect(lines.at(-1)?.at(-1)).toBe('100')
})

test.each(languages)(
  'a rating of 1 to 9 matches nobody: the header says so and points to the account manager, in %s',
  async (language) => {
    await header(ledgerOf(...Array.from({ length: 20 }, () => 'timeout' as const)), language)
    const none = textIn(language, 'ledger.none')
    expect(screen.getByTitle(none).textContent).toBe(none)

    const panel = within(await opened(language))
    expect(panel.getByText(none)).toBeTruthy()
    expect(panel.getByRole('button', { name: textIn(language, 'contact.button') })).toBeTruthy()
  },
)

test('a rating of 10 can be matched, and the header shows no warning', async () => {
  await header({ ...ledgerOf(), rating: 10 })

  expect(screen.queryByTitle(textIn('En', 'ledger.none'))).toBeNull()
})

test('a ledger that cannot be loaded says so and can be retried', async () => {
  const ledger = ledgerOf('accept')
  await header(ledger)
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('the network is down'))
  const panel = within(await opened())
  expect((await panel.findByRole('alert')).textContent).toBe(textIn('En', 'ledger.failed'))

  await userEvent.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByRole('table')).toBeTruthy()
})
