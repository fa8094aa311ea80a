import { decide } from '@aitai/engine/decide.ts'
import { applyEvents } from '@aitai/engine/evolve/evolve.ts'
import type { Advert, AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import { isTwoSided, midOf, type Sighting } from '@aitai/engine/model/quote.ts'
import type { Decision } from '@aitai/engine/model/refusals.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { type PlayedEngine, realEngine } from './play.ts'

/* Engines that are each wrong about the limit price in one way, all of which the proof must detect. */

/** An engine that is asked something else than the command. */
const withCommand = (other: (state: State, command: Command) => Command): PlayedEngine => ({
  ...realEngine,
  decide: (state, command) => decide(state, other(state, command)),
})

/** An engine with other events. */
const answering = (other: (state: State, event: Event) => Event | null): PlayedEngine => ({
  ...realEngine,
  decide: (state, command) => {
    const decision = decide(state, command)
    if ('refusal' in decision) return decision
    return { events: decision.events.flatMap((event) => other(state, event) ?? []) }
  },
})

/** An engine that changes the state in addition. */
const afterwards = (change: (advert: Advert, event: Event) => void): PlayedEngine => ({
  ...realEngine,
  apply(state, command, events) {
    applyEvents(state, command, events)
    for (const event of events) {
      const advert = 'advertId' in event ? state.adverts.get(event.advertId) : undefined
      if (advert) change(advert, event)
    }
  },
})

const waits = (state: State, event: Event): boolean =>
  'advertId' in event && state.adverts.get(event.advertId)?.isBeyondLimit === true

const termsOf = (state: State, { advertId }: EventOf<'advertModified'>): AdvertTerms | undefined =>
  state.adverts.get(advertId)?.terms

/** Whether a change is one of the limit alone. */
const changesLimit = (state: State, event: EventOf<'advertModified'>): boolean =>
  JSON.stringify({ ...termsOf(state, event), limitPrice: null }) ===
    JSON.stringify({ ...event.terms, limitPrice: null }) &&
  termsOf(state, event)?.limitPrice !== event.terms.limitPrice

const withOneMid = (sighting: Sighting): Sighting => {
  const last = sighting.run.at(-1)
  return last ? { ...sighting, run: [{ ...last, at: last.at - 1_000 }, last] } : sighting
}

/** Decides without the limits of LIVE adverts what no other change is due for. */
function matchWithoutLimits(state: State, command: Command): Decision {
  if (command.type !== 'sweep') return decide(state, command)
  const sightings = command.sightings.map((each) => ({ ...each, waits: true }) as const)
  const changes = decide(state, { ...command, sightings })
  if ('refusal' in changes || changes.events.length > 0) return changes
  const live = [...state.adverts.values()].filter(
    ({ advertisementStatus: status, terms }) => status === 'LIVE' && terms.limitPrice !== null,
  )
  const terms = live.map((advert) => advert.terms)
  for (const advert of live) advert.terms = { ...advert.terms, limitPrice: null }
  const decision = decide(state, command)
  for (const [i, advert] of live.entries()) advert.terms = terms[i] as AdvertTerms
  return decision
}

/** Withdraws a locate as soon as one mid is beyond the limit of a side. */
function watchLocates(state: State, command: Command): Decision {
  const decision = decide(state, command)
  if ('refusal' in decision || command.type !== 'sweep') return decision
  const ended = [...state.index.openLocates.values()].filter(({ securityId, buyId, sellId }) => {
    const quote = command.sightings.find((each) => each.securityId === securityId)?.quote
    if (!quote || !isTwoSided(quote)) return false
    const [buy, sell] = [state.adverts.get(buyId)?.terms, state.adverts.get(sellId)?.terms]
    const mid = midOf(quote)
    return mid > (buy?.limitPrice ?? mid) || mid < (sell?.limitPrice ?? mid)
  })
  const has = ({ locateId }: { locateId: string }): boolean =>
    decision.events.some((event) => 'locateId' in event && event.locateId === locateId)
  const withdrawn = ended
    .filter((locate) => !has(locate))
    .map(
      ({ locateId }): Event => ({
        type: 'locateWithdrawn',
        at: command.at,
        locateId,
        scores: { BUY: null, SELL: null },
        cooldownUntil: command.at,
      }),
    )
  return { events: [...decision.events, ...withdrawn] }
}

const killed = ({ at, advertId, quotes }: EventOf<'advertLimitCrossed'>): Event => ({
  type: 'advertCancelled',
  at,
  advertId,
  causeOfDeath: 'CANCEL_TRIGGER',
  errorCode: 'CANCEL-TRIGGER-001',
  quotes,
})

export const limitFaults: Readonly<Record<string, PlayedEngine>> = {
  'a mid at the limit is beyond it': afterwards((advert, event) => {
    if (event.type !== 'advertSubmitted' && event.type !== 'advertModified') return
    const { limitPrice, direction } = event.terms
    if (limitPrice === null) return
    advert.terms = { ...event.terms, limitPrice: limitPrice + (direction === 'BUY' ? -1 : 1) }
  }),
  'one mid decides': withCommand((_, command) =>
    command.type === 'sweep' ? { ...command, sightings: command.sightings.map(withOneMid) } : command,
  ),
  'who has waited goes to the end of the queue': afterwards((advert, event) => {
    if (event.type === 'advertLimitCrossed' && !event.isBeyond) advert.priorityTime = event.at
  }),
  'an advert beyond its limit is cancelled': answering((_, event) =>
    event.type === 'advertLimitCrossed' && event.isBeyond ? killed(event) : event,
  ),
  'a limit makes an advert wait, and is not looked at when a locate is made': {
    ...realEngine,
    decide: matchWithoutLimits,
  },
  'a limit is watched during a locate': { ...realEngine, decide: watchLocates },
  'a change of the limit is forgotten': withCommand((state, command) => {
    if (command.type !== 'modifyAdvert') return command
    const limitPrice = state.adverts.get(command.advertId)?.terms.limitPrice ?? null
    return { ...command, terms: { ...command.terms, limitPrice } }
  }),
  'only buyers have limits': withCommand((_, command) =>
    (command.type === 'submitAdvert' || command.type === 'modifyAdvert') && command.terms.direction === 'SELL'
      ? { ...command, terms: { ...command.terms, limitPrice: null } }
      : command,
  ),
  'only sellers have limits': withCommand((_, command) =>
    (command.type === 'submitAdvert' || command.type === 'modifyAdvert') && command.terms.direction === 'BUY'
      ? { ...command, terms: { ...command.terms, limitPrice: null } }
      : command,
  ),
  'who is sent beyond the limit does not wait': answering((_, event) =>
    event.type === 'advertSubmitted' && event.isBeyondLimit
      ? { ...event, isBeyondLimit: false, advertisementStatus: 'LIVE' }
      : event,
  ),
  'who was paused while waiting does not wait on': afterwards((advert, event) => {
    if (event.type === 'advertPaused') advert.isBeyondLimit = false
  }),
  'a stricter limit loses the priority': answering((state, event) =>
    event.type === 'advertModified' && changesLimit(state, event)
      ? { ...event, keepsPriority: false }
      : event,
  ),
  'a looser limit keeps the priority': answering((state, event) =>
    event.type === 'advertModified' && changesLimit(state, event) ? { ...event, keepsPriority: true } : event,
  ),
  'who waits is not knocked out': answering((state, event) =>
    event.type === 'advertCancelled' && event.causeOfDeath === 'CANCEL_TRIGGER' && waits(state, event)
      ? null
      : event,
  ),
  'who waits does not expire': answering((state, event) =>
    event.type === 'advertExpired' && waits(state, event) ? null : event,
  ),
}
