import { expect } from '@playwright/test'
import type { Trader } from '../../support/people.ts'
import type { LocateAnswer } from '../../support/trading-api.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

/** After a failed locate two firms are not located together again in its security, so each locate has its own. */
const rics = { accepted: '8035.T', declined: '9983.T', contraDeclined: '6861.T' } as const

/** After the first 700 ms the buttons are enabled. */
const isReady = ({ popup }: Trader): Promise<void> =>
  expect(popup.locator('.locate-accept')).toHaveAttribute('aria-disabled', 'false')

const reads = ({ trader }: AuditSession): Promise<void> => trader.readsOutcome()

/** A contra in a security, and both sides' answers. */
async function settles(
  session: AuditSession,
  ric: string,
  own: 'a' | 'd',
  others: LocateAnswer,
): Promise<Trader> {
  await session.locates(ric)
  await session.trader.answers(own)
  await session.contraAnswers(others)
  return session.trader
}

/** A located contra and its outcomes. */
export const locateScreens: readonly AuditedScreen[] = [
  {
    name: 'desk-located',
    arrive: async (session) => {
      await session.locates(rics.accepted)
      await session.trader.seesContraLocated('50,000')
      await isReady(session.trader)
      return session.trader
    },
  },
  {
    name: 'desk-waiting',
    arrive: async ({ trader }) => {
      await trader.answers('a')
      return trader
    },
  },
  {
    name: 'desk-accepted',
    arrive: async (session) => {
      const { trader } = session
      await session.contraAnswers('accept')
      const { broker } = await trader.handedTo()
      await expect(trader.popup.getByText(trader.text('locate.contact.loading'))).toBeHidden()
      const names = ['kaede', 'tsubaki']
      const own = broker.split(' ')[0]?.toLowerCase() ?? ''
      session.executing = { own, other: names.find((name) => name !== own) ?? '' }
      return trader
    },
    leave: reads,
  },
  {
    name: 'desk-completed',
    arrive: async ({ trader }) => {
      await trader.row(rics.accepted).click()
      await expect(trader.page.locator('.desk-editor .handover')).toBeVisible()
      return trader
    },
  },
  {
    name: 'desk-receipt',
    arrive: async ({ trader }) => {
      const handover = trader.page.locator('.desk-editor .handover')
      await handover.getByRole('button', { name: trader.text('agreement.receipt') }).click()
      await expect(trader.page.getByRole('dialog').locator('.qr-code')).toBeVisible()
      return trader
    },
    leave: ({ trader }) => trader.page.keyboard.press('Escape'),
  },
  {
    name: 'desk-contra-declined',
    arrive: async (session) => {
      const trader = await settles(session, rics.contraDeclined, 'a', 'decline')
      await trader.seesOutcome('locate.outcome.CONTRA_DECLINED')
      return trader
    },
    leave: reads,
  },
  {
    name: 'desk-declined',
    arrive: async (session) => {
      const trader = await settles(session, rics.declined, 'd', 'accept')
      await trader.seesOutcome('locate.outcome.DECLINED')
      return trader
    },
    leave: reads,
  },
]
