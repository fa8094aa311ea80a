import { createHmac } from 'node:crypto'
import type { Role } from '@aitai/contract/codes.ts'
import { snapshotKey } from '@aitai/contract/routes/account.ts'
import { credibilityLedger, ioiCounts } from '@aitai/contract/routes/credibility.ts'
import { myDetails } from '@aitai/contract/routes/session.ts'
import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { sizeLimitsOf } from '@aitai/engine/adverts/size-limits.ts'
import { traderOf } from '@aitai/engine/model/lookups.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import { ratingOf } from '@aitai/engine/rating/credibility.ts'
import { explainRating } from '@aitai/engine/rating/rating-explanation.ts'
import type { Session } from '../accounts/session-rows.ts'
import { grantsOf } from '../accounts/staff-grants.ts'
import type { AppContext } from '../context.ts'
import { brokersOf } from './reference.ts'
import { serve } from './serve.ts'

/** The signed-in user, and the trader's activity counts (docs/specification.md §3, §7). */
export function userCalls(app: AppContext): void {
  serve(app, myDetails, (_, session) => userInfo(app, session))

  serve(app, ioiCounts, (_, { userId }) =>
    app.market.read((state) => ({ ...traderOf(state, userId).counts })),
  )

  serve(app, credibilityLedger, (_, { userId }) =>
    app.market.read((state) => {
      const { events, ...rating } = explainRating(traderOf(state, userId).ledger, state.limits)
      return { ...rating, events: [...events] }
    }),
  )

  serve(app, snapshotKey, async (_, { userId }) => ({ key: keyOf(app, userId) }))
}

/**
 * Unique to the user and the same on every machine, so that data encrypted with it can be read after the next
 * sign-in.
 */
const keyOf = ({ secrets }: AppContext, userId: string): string =>
  createHmac('sha256', secrets.of.snapshot).update(userId).digest('base64')

/** A user as their own screens show it. The rating counts only revealed locates (docs/rules.md §14). */
export async function userInfo(
  app: AppContext,
  { userId, kind, startedAt }: Pick<Session, 'userId' | 'kind' | 'startedAt'>,
): Promise<UserInfo> {
  const person = await app.database
    .selectFrom('person')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .leftJoin('broker', 'broker.id', 'person.broker_id')
    .select(['email', 'first_name', 'last_name', 'role', 'first_login', 'desk_head', 'firm_id'])
    .select(['firm.name as firm', 'broker.name as broker'])
    .where('person.id', '=', userId)
    .executeTakeFirstOrThrow()
  const isTrader = person.role === 'TRADER'
  return {
    email: person.email,
    firstName: person.first_name,
    lastName: person.last_name,
    username: person.email,
    organization_name: person.firm ?? person.broker ?? '',
    numUserBrokers: person.firm_id ? (await brokersOf(app, person.firm_id)).length : 0,
    role: person.role as Role,
    firstLogin: person.first_login === 1,
    needsPasskey: kind === 'firstPasskey',
    isDeskHead: isTrader && person.desk_head === 1,
    grants: person.role === 'STAFF' ? [...(await grantsOf(app.database, userId))] : [],
    credibilityRating: isTrader ? await ratingNow(app, userId) : null,
    largestNotional: isTrader && person.firm_id ? await largestNotionalOf(app, person.firm_id) : null,
    ...app.sessions.endOf(startedAt),
  }
}

const ratingNow = ({ market }: AppContext, userId: string): Promise<number> =>
  market.read((state) => ratingOf(traderOf(state, userId).ledger, state.limits))

/** In yen; null for none. The client refuses a larger size before the review (docs/rules.md §22). */
const largestNotionalOf = ({ market }: AppContext, firmId: string): Promise<number | null> =>
  market.read(({ firms }) => {
    const { ONE } = sizeLimitsOf(firms.get(firmId))
    return ONE === null ? null : toYen(ONE)
  })
