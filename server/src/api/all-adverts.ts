import * as adverts from '@aitai/contract/routes/adverts.ts'
import type { AllAdvertsResult } from '@aitai/contract/schemas/adverts.ts'
import { type Advert, advertCan } from '@aitai/engine/adverts/advert.ts'
import { ownAdverts } from '@aitai/engine/state/lookups.ts'
import type { AppContext } from '../context.ts'
import { Refused } from '../errors.ts'
import type { SubmittedCommand } from '../market/matchmaking.ts'
import { priceOf } from './market-status.ts'
import { serve } from './serve.ts'

type Action = 'pause' | 'resume' | 'cancel'

/**
 * One action on all of a trader's adverts (docs/decisions/0076-all-at-once.md). Each advert is a command of its
 * own in the journal, as if the trader had pressed its button, so that one refusal does not stop the others.
 */
export function allAdvertsCalls(app: AppContext): void {
  serve(app, adverts.pauseAllAdverts, (_, { userId }) => actOnAll(app, userId, 'pause'))
  serve(app, adverts.resumeAllAdverts, (_, { userId }) => actOnAll(app, userId, 'resume'))
  serve(app, adverts.cancelAllAdverts, (_, { userId }) => actOnAll(app, userId, 'cancel'))
}

/** Submits the commands together, so that they share one write. Rejects with Unavailable. */
async function actOnAll(app: AppContext, traderId: string, action: Action): Promise<AllAdvertsResult> {
  const commands = await app.matchmaking.read((state) =>
    ownAdverts(state, traderId)
      .filter((advert) => advertCan(action, advert))
      .map((advert) => {
        const { id, securityId } = advert
        const price = priceOf(app.quotes.quoteOf(securityId), state.securities.get(securityId))
        return { id, command: commandOf(action, advert, price) }
      }),
  )
  const results = commands.map(async ({ id, command }) => ({
    id,
    errorCode: await refusalOf(app, command),
  }))
  return { results: await Promise.all(results) }
}

function commandOf(action: Action, { id: advertId, traderId }: Advert, price: number): SubmittedCommand {
  switch (action) {
    case 'pause':
      return { type: 'pauseAdvert', traderId, advertId }
    case 'resume':
      return { type: 'resumeAdvert', traderId, advertId, price }
    case 'cancel':
      return { type: 'cancelAdvert', traderId, advertId }
  }
}

/** The code of a refusal, or null once the command is in the journal. */
async function refusalOf({ matchmaking }: AppContext, command: SubmittedCommand): Promise<string | null> {
  try {
    await matchmaking.submit(command)
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.refusal.errorCode
  }
}
