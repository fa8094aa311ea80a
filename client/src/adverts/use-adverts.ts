import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { isTerminal } from '@aitai/engine/adverts/advert.ts'
import { useEffect, useMemo } from 'react'
import { useAdvertListQuery, useCreateAdvertMutation, useGetEquitiesQuery } from '../app/api/desk-api.ts'
import { serverClock } from '../app/connection/server-clock.ts'
import { useAppDispatch, useAppSelector } from '../app/store/store.ts'
import { intervals } from '../intervals.ts'
import { advertSelected, selectEditorRevisions, selectEdits, selectSelectedId } from './desk-slice.ts'
import type { Terms } from './terms.ts'

/** Securities by their id. */
export function useEquities(): ReadonlyMap<string, Equity> {
  const { data } = useGetEquitiesQuery()
  return useMemo(() => new Map(data?.map((equity) => [equity.equityId, equity])), [data])
}

const none: readonly Advert[] = []

/**
 * The trader's adverts of today, asked again every 10 seconds, and the one in hand: the newest until one is
 * chosen. `edited` are those with changes that are nowhere else yet.
 */
export function useAdverts() {
  const list = useAdvertListQuery(undefined, { pollingInterval: intervals.advertListPoll })
  const selectedId = useAppSelector(selectSelectedId)
  const edits = useAppSelector(selectEdits)
  const adverts = list.data ?? none
  const given = useAppSelector(selectEditorRevisions)
  const selected = adverts.find(({ id }) => id === selectedId) ?? adverts[0] ?? null
  useHeardExpiries(adverts)
  useStaysInHand(selected)
  return {
    list,
    adverts,
    selected,
    /** Which editing of which advert this is: another advert, or terms from elsewhere, begin a new one. */
    editing: `${selected?.id} ${selected ? (given[selected.id] ?? 0) : 0}`,
    /** As the list shows them. */
    shown: useMemo(() => adverts.map((advert) => draftWithEdits(advert, edits[advert.id])), [adverts, edits]),
    edited: new Set(adverts.filter(({ id }) => edits[id]).map(({ id }) => id)) as ReadonlySet<string>,
  }
}

/** Until one is chosen the newest is in hand; a newer one from elsewhere does not take its place. */
function useStaysInHand(selected: Advert | null): void {
  const dispatch = useAppDispatch()
  const isChosen = useAppSelector(selectSelectedId) !== null
  const id = selected?.id
  useEffect(() => {
    if (!isChosen && id !== undefined) dispatch(advertSelected(id))
  }, [dispatch, isChosen, id])
}

/** A draft is nowhere but here, so the list shows it as it stands; a sent advert as it was sent. */
export function draftWithEdits(advert: Advert, edits: Partial<Terms> = {}): Advert {
  if (advert.advertisementStatus !== 'UNSENT') return advert
  const { direction = advert.direction, shareQuantity = advert.shareQuantity } = edits
  // Nothing of a draft is gone, and it is worth what it is worth at its new size.
  const times = advert.shareQuantity > 0 ? shareQuantity / advert.shareQuantity : 1
  return {
    ...advert,
    direction,
    shareQuantity,
    quantityRemaining: shareQuantity,
    currentQuantity: shareQuantity,
    usdnotional: Math.round(advert.usdnotional * times),
    jpynotional: Math.round(advert.jpynotional * times),
  }
}

/** Each answer tells the server's time: an expiry, less what was left of it. */
function useHeardExpiries(adverts: readonly Advert[]): void {
  useEffect(() => {
    for (const { expiryDate, timeRemaining } of adverts) {
      if (expiryDate && timeRemaining) serverClock.hear(Date.parse(expiryDate) - timeRemaining)
    }
  }, [adverts])
}

type Asked = PromiseLike<{ readonly data?: readonly Advert[] | undefined }>

/**
 * Choosing a security goes to the advert that is open on it, else drafts one; then the cursor goes to the
 * quantity. One that the list does not show is asked for first: it may have been drafted on another screen,
 * or before the list was here.
 */
export function useOpenOrCreateAdvert(
  known: readonly Advert[] = none,
  refetch: () => Asked,
  goToQuantity: () => void,
) {
  const dispatch = useAppDispatch()
  const [createAdvert] = useCreateAdvertMutation()
  return async ({ equityId }: Equity): Promise<void> => {
    const openIn = (adverts: readonly Advert[] = none) =>
      adverts.find((advert) => advert.securityId === equityId && !isTerminal(advert))
    const open = openIn(known) ?? openIn((await refetch()).data)
    const result = open ? { data: open } : await createAdvert({ securityId: equityId })
    // A refusal meets the error popup: a colleague may have the firm's one place on the security.
    if (!result.data) return
    if (!open) await refetch()
    dispatch(advertSelected(result.data.id))
    goToQuantity()
  }
}
