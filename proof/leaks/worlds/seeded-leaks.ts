import { indexId } from '@aitai/contract/routes/index-id.ts'
import { type Advert, isTerminal } from '@aitai/engine/model/advert.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { RawResponse } from '../../harness/client-connection.ts'
import type { NamedRequest } from './reads.ts'

/** What a leaking server would have at hand when it answers an observer. */
export interface LeakContext {
  readonly state: State
  /** Milliseconds UTC. */
  readonly at: number
  /** The number of entries in the journal. */
  readonly entries: number
  readonly userId: string
  /** The institution of the observer; empty for a broker. */
  readonly firmId: string
}

/**
 * A wrapper around what an observer receives, which reveals something about others. It changes what is compared and
 * never the server.
 */
export interface Leak {
  /** The response as a leaking server would send it, or null if it is the same. */
  readonly reply?: (request: NamedRequest, response: RawResponse, context: LeakContext) => RawResponse | null
  /** Frames that a leaking server would send in addition, at the end of a step. */
  readonly frames?: (context: LeakContext) => readonly string[]
  /** The messages of a tick of prices as a leaking server would send them. */
  readonly prices?: (writes: readonly string[], context: PriceLeakContext) => readonly string[]
}

interface PriceLeakContext extends LeakContext {
  /** The securities whose prices others follow, in ascending order. */
  readonly followedByOthers: readonly string[]
}

/** How many updates come before the end of a batch of 50, if only what is followed is read, others' first. */
const untilBatchEnds = ({ followedByOthers }: PriceLeakContext): number => 50 - (followedByOthers.length % 50)

const framesIn = (write: string): string[] => JSON.parse(write.slice(1)) as string[]
const writeOf = (frames: readonly string[]): string => `a${JSON.stringify(frames)}`

const othersIn = ({ state, firmId }: LeakContext): Advert[] =>
  [...state.adverts.values()].filter((advert) => advert.firmId !== firmId && !isTerminal(advert))

const json = <T>(response: RawResponse): T => JSON.parse(response.text) as T
const withBody = (response: RawResponse, body: unknown): RawResponse => ({
  ...response,
  text: JSON.stringify(body),
})
const withHeader = (response: RawResponse, name: string, value: unknown): RawResponse => ({
  ...response,
  headers: [...response.headers, name, String(value)],
})

interface ShownAdvert {
  readonly id: string
  readonly securityId: string
  readonly direction: string
}

/** Changes successful responses of one call. */
const inReplyOf = (
  name: string,
  change: (response: RawResponse, context: LeakContext, request: NamedRequest) => RawResponse | null,
): Leak => ({
  reply: (request, response, context) =>
    request.name === name && response.status === 200 ? change(response, context, request) : null,
})

const lastPart = ({ path }: NamedRequest): string => path.slice(path.lastIndexOf('/') + 1)

export const seededLeaks: Readonly<Record<string, Leak>> = {
  'the reply to a submit says whether somebody is on the other side': inReplyOf(
    'submitAdvert',
    (response, context) => {
      const own = json<ShownAdvert>(response)
      const matched = othersIn(context).some(
        ({ securityId, terms }) => securityId === own.securityId && terms.direction !== own.direction,
      )
      return withBody(response, { ...own, matched })
    },
  ),
  'the check for duplicates includes adverts of other institutions': inReplyOf(
    'createAdvert',
    (response, context, { body }) => {
      const { securityId } = JSON.parse(body ?? '{}') as Partial<ShownAdvert>
      return othersIn(context).some((advert) => advert.securityId === securityId)
        ? withBody(response, { error: 'duplicate', errorCode: 'ADVERT-ERROR-001' })
        : null
    },
  ),
  'an advert of another institution is refused and not missing': {
    reply: (request, response, { state }) =>
      response.status === 404 && state.adverts.has(lastPart(request)) ? { ...response, status: 409 } : null,
  },
  'the list of adverts is in the order of the whole pool': inReplyOf('advertList', (response, { state }) => {
    const liveOthers = [...state.adverts.values()].filter((advert) => !isTerminal(advert)).length
    const list = json<ShownAdvert[]>(response)
    return withBody(response, [
      ...list.slice(liveOthers % (list.length || 1)),
      ...list.slice(0, liveOthers % (list.length || 1)),
    ])
  }),
  'an advert shows its sequence number': inReplyOf('advertList', (response, { state }) =>
    withBody(
      response,
      json<ShownAdvert[]>(response).map((advert) => ({
        ...advert,
        sequence: state.adverts.get(advert.id)?.sequence,
      })),
    ),
  ),
  'a count includes all traders': inReplyOf('ioiCounts', (response, { state }) =>
    withBody(response, {
      ...json<object>(response),
      upload: [...state.traders.values()].reduce((sum, { counts }) => sum + counts.upload, 0),
    }),
  ),
  'the ledger compares the rating with the average': inReplyOf('credibilityLedger', (response, { state }) => {
    const ratings = [...state.traders.values()].map(({ rating }) => rating)
    return withBody(response, {
      ...json<object>(response),
      average: ratings.reduce((sum, each) => sum + each, 0) / ratings.length,
    })
  }),
  'the ledger counts the agreements of all traders of which nothing was executed': inReplyOf(
    'credibilityLedger',
    (response, { state }) =>
      withBody(response, {
        ...json<object>(response),
        notExecuted: [...state.agreements.values()].filter((agreement) => agreement.notExecuted).length,
      }),
  ),
  'a reason says that the other side is empty': inReplyOf('whyNotMatching', (response, context, request) => {
    const own = context.state.adverts.get(lastPart(request))
    const waits = othersIn(context).some(
      ({ securityId, terms }) => securityId === own?.securityId && terms.direction !== own.terms.direction,
    )
    return withBody(response, [
      ...json<object[]>(response),
      ...(waits ? [] : [{ code: 'NO_CONTRA', values: {} }]),
    ])
  }),
  'the search ranks securities by their number of adverts': inReplyOf('getEquities', (response, context) => {
    const counts = new Map<string, number>()
    for (const { securityId } of othersIn(context)) counts.set(securityId, (counts.get(securityId) ?? 0) + 1)
    const equities = json<{ equityId: string }[]>(response)
    return withBody(
      response,
      equities.sort((a, b) => (counts.get(b.equityId) ?? 0) - (counts.get(a.equityId) ?? 0)),
    )
  }),
  'the hours show whether the engine has work': inReplyOf('getPlatformHours', (response, context, request) =>
    withBody(response, {
      ...json<object>(response),
      receiving: othersIn(context).some(
        ({ securityId, advertisementStatus }) =>
          securityId === lastPart(request) && advertisementStatus === 'LIVE',
      ),
    }),
  ),
  'the mid moves with the interest of others': inReplyOf('getQuote', (response, context, request) => {
    const quote = json<{ midPrice: number | null }>(response)
    const interest = othersIn(context).filter(({ securityId }) => securityId === lastPart(request)).length
    return quote.midPrice === null
      ? null
      : withBody(response, { ...quote, midPrice: quote.midPrice + interest })
  }),
  'an entity tag covers the whole table': inReplyOf('notifications', (response, { entries }) =>
    withHeader(response, 'ETag', `"${entries}"`),
  ),
  'a header counts the open locates of the venue': inReplyOf(
    'listLocateNotifications',
    (response, { state }) => withHeader(response, 'X-Total', state.index.openLocates.size),
  ),
  'a rate limit is shared by all institutions': inReplyOf('myDetails', (response, { entries }) =>
    withHeader(response, 'X-RateLimit-Remaining', Math.max(0, 1_000 - entries)),
  ),
  'a desk head sees adverts of other institutions': inReplyOf('deskAdverts', (response, context) =>
    withBody(response, [...json<object[]>(response), ...othersIn(context).map(({ id }) => ({ id }))]),
  ),
  'the open interest of a desk head counts the IOIs of other institutions': inReplyOf(
    'deskOpenInterest',
    (response, context) => withBody(response, { ...json<object>(response), count: othersIn(context).length }),
  ),
  'a reply to a desk head counts the entries of the journal': {
    reply: ({ path }, response, { entries }) =>
      path.includes('/desk/') ? withHeader(response, 'X-Position', entries) : null,
  },
  'the bars of the days before end where others wait in the security': inReplyOf(
    'getPastBars',
    (response, context, { path }) =>
      othersIn(context).some(({ securityId }) => path.includes(`/${securityId}/`))
        ? withBody(response, { ...json<{ days: object[] }>(response), days: [] })
        : null,
  ),
  'the bars of TOPIX come with the number of IOIs of others': inReplyOf(
    'getBars',
    (response, context, { path }) =>
      path.includes(`/${indexId}/`)
        ? withBody(response, { ...json<object>(response), interest: othersIn(context).length })
        : null,
  ),
  'the bars of a past day say which securities others have drawn': inReplyOf(
    'getBars',
    (response, context, { path }) =>
      path.endsWith('/today')
        ? null
        : withHeader(
            response,
            'Age',
            othersIn(context).filter(({ securityId }) => path.includes(securityId)).length,
          ),
  ),
  'a batch of prices ends where it depends on what others follow': {
    prices: (writes, context) =>
      writes.flatMap((write) => {
        const frames = framesIn(write)
        const end = untilBatchEnds(context)
        return [frames.slice(0, end), frames.slice(end)].filter(({ length }) => length > 0).map(writeOf)
      }),
  },
  'a price has the time at which its batch was read': {
    prices: (writes, context) =>
      writes.map((write) =>
        writeOf(
          framesIn(write).map((frame, i) =>
            i < untilBatchEnds(context)
              ? frame
              : frame.replace(/"at":(\d+)\}/, (_, at) => `"at":${Number(at) + 1}}`),
          ),
        ),
      ),
  },
  'prices come in the order in which anybody has followed them': {
    prices: (writes, { followedByOthers }) => {
      const rankOf = (frame: string): number =>
        followedByOthers.some((id) => frame.includes(`"securityId":"${id}"`)) ? 0 : 1
      return writes.map((write) => writeOf(framesIn(write).sort((a, b) => rankOf(a) - rankOf(b))))
    },
  },
  'a broker sees which traders chose it': inReplyOf('brokerUserExecutionListing', (response, { state }) => {
    const traders = [...state.adverts.values()].map(({ traderId }) => traderId)
    return withBody(response, [...json<object[]>(response), { interest: new Set(traders).size }])
  }),
  'the restore of an advert shows how many others have it': {
    reply: ({ name }, response, context) =>
      name === 'prepareRestore' && response.status === 200
        ? withBody(response, [...json<object[]>(response), othersIn(context).length])
        : null,
  },
  'all traders in a security are notified of a change': {
    frames: (context) =>
      [...context.state.adverts.values()]
        .filter(({ traderId, firmId, securityId }) => {
          const isOwn = traderId === context.userId
          return (
            isOwn &&
            othersIn(context).some((other) => other.securityId === securityId && other.firmId !== firmId)
          )
        })
        .map(() => 'MESSAGE\n\n{"message":"ADVERT_UPDATED"}'),
  },
  'the number of a notification counts all users': {
    frames: ({ entries }) => [`MESSAGE\nmessage-id:${entries}\n\n{}`],
  },
}

/** A wrapper that reveals nothing. It must not be detected. */
export const harmlessWrapper: Leak = {
  reply: (_, response) => withHeader(response, 'X-Nothing', 'to see'),
  frames: () => ['MESSAGE\n\n{}'],
  prices: (writes) => writes.map((write) => writeOf(framesIn(write))),
}
