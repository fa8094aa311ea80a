import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { isInLocate, isTerminal } from '@aitai/engine/model/advert.ts'
import { useEffect, useMemo, useRef } from 'react'
import { useAgreedLocates } from '../shared/agreements/use-agreed-locates.ts'
import { useOpenLocates } from '../shared/agreements/use-open-locates.ts'
import { useAdvertListQuery, useCreateAdvertMutation, useGetEquitiesQuery } from '../shared/api/desk-api.ts'
import { withoutProgress } from '../shared/api/stale-since.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { intervals } from '../shared/intervals.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import {
  advertRenewed,
  advertSelected,
  selectChosenSides,
  selectEditorKey,
  selectEdits,
  selectSelectedAdvertisement,
} from './desk-slice.ts'
import { completedAs, draftWithEdits, lacksSide, type ShownAdvert } from './shown-advert.ts'

/** Securities by their id. */
export function useEquities(): ReadonlyMap<string, Equity> {
  const { data } = useGetEquitiesQuery()
  return useMemo(() => new Map(data?.map((equity) => [equity.equityId, equity])), [data])
}

const none: readonly Advert[] = []

/**
 * The trader's adverts of today, polled every 10 seconds, and the selected one: the newest until the user
 * selects another. `edited` contains the ids of adverts with unsent changes.
 */
export function useAdverts() {
  const list = useAdvertListQuery(undefined, {
    pollingInterval: intervals.advertListPoll,
    selectFromResult: withoutProgress,
  })
  const selectedAdvertisement = useAppSelector(selectSelectedAdvertisement)
  const edits = useAppSelector(selectEdits)
  const adverts = list.data ?? none
  const agreed = useAgreedLocates()
  const openLocates = useOpenLocates()
  const chosenSides = useAppSelector(selectChosenSides)
  const selected = useSelected(adverts, selectedAdvertisement)
  const editing = useAppSelector((state) => selectEditorKey(state, selected?.id ?? ''))
  useClockFromExpiries(adverts)
  useStableSelection(selected)
  return {
    list,
    adverts,
    selected,
    /** Key of the editor: it remounts for another advert, unless renewed, and for terms replaced from outside. */
    editing,
    /** The adverts with the edits of drafts and the size of completed ones, for the list and the table. */
    shown: useMemo(
      () =>
        adverts.map((advert): ShownAdvert => {
          const shown = completedAs(draftWithEdits(advert, edits[advert.id]), agreed.get(advert.id))
          const locateDeadline = isInLocate(advert) ? openLocates.get(advert.id) : undefined
          if (locateDeadline !== undefined) return { ...shown, locateDeadline }
          return lacksSide(advert, chosenSides) ? { ...shown, hasNoSide: true } : shown
        }),
      [adverts, edits, agreed, openLocates, chosenSides],
    ),
    edited: new Set(adverts.filter(({ id }) => edits[id]).map(({ id }) => id)) as ReadonlySet<string>,
  }
}

/**
 * The selected advert, the newest if there is none. A renewed one takes the place of the expired one that was selected,
 * with its unsent changes: an editor that showed another security would take what the user is typing.
 */
function useSelected(adverts: readonly Advert[], selectedId: string | null): Advert | null {
  const dispatch = useAppDispatch()
  const last = useRef<Advert | null>(null)
  const found = adverts.find(({ id }) => id === selectedId)
  if (found) last.current = found
  const { current: before } = last
  const renewed =
    found || before?.id !== selectedId
      ? undefined
      : adverts.find(({ securityId, submitTime }) => securityId === before.securityId && submitTime !== null)
  const renewedId = renewed?.id
  useEffect(() => {
    if (selectedId !== null && renewedId !== undefined)
      dispatch(advertRenewed({ from: selectedId, to: renewedId }))
  }, [dispatch, selectedId, renewedId])
  // Until its unsent changes have moved, the editor stays where it is.
  return found ?? (renewed ? before : adverts[0]) ?? null
}

/** Selects the newest advert at first, and keeps it selected when a newer one arrives. */
function useStableSelection(selected: Advert | null): void {
  const dispatch = useAppDispatch()
  const isChosen = useAppSelector(selectSelectedAdvertisement) !== null
  const id = selected?.id
  useEffect(() => {
    if (!isChosen && id !== undefined) dispatch(advertSelected(id))
  }, [dispatch, isChosen, id])
}

/** Synchronizes the clock: an expiry less its remaining time is the server's time. */
function useClockFromExpiries(adverts: readonly Advert[]): void {
  useEffect(() => {
    for (const { expiryDate, timeRemaining } of adverts) {
      if (expiryDate && timeRemaining) serverClock.addSample(Date.parse(expiryDate) - timeRemaining)
    }
  }, [adverts])
}

type RefetchResult = PromiseLike<{ readonly data?: readonly Advert[] | undefined }>

/**
 * Refetches the list until it has a new advert. A poll that was on its way when the advert was created is not repeated
 * but joined, and does not have it: selecting the advert then would show another one, with the focus in its quantity.
 */
export async function refetchWith(advertId: string, refetch: () => RefetchResult): Promise<void> {
  const { data } = await refetch()
  if (!data?.some(({ id }) => id === advertId)) await refetch()
}

/**
 * Selects the advert on a security that is not completed, or drafts one, then focuses the quantity
 * (docs/specification.md §4). A dead one is sent again as a new advert (docs/rules.md §2). Refetches the list
 * first if it has no such advert, because it may have been drafted in another tab.
 */
export function useOpenOrCreateAdvert(
  known: readonly Advert[] = none,
  refetch: () => RefetchResult,
  goToQuantity: () => void,
) {
  const dispatch = useAppDispatch()
  const [createAdvert] = useCreateAdvertMutation()
  return async ({ equityId }: Equity): Promise<void> => {
    const openIn = (adverts: readonly Advert[] = none) => {
      const inSecurity = adverts.filter(({ securityId }) => securityId === equityId)
      return (
        inSecurity.find((advert) => !isTerminal(advert)) ??
        inSecurity.find(({ advertisementStatus }) => advertisementStatus === 'DEAD')
      )
    }
    const open = openIn(known) ?? openIn((await refetch()).data)
    const result = open ? { data: open } : await createAdvert({ securityId: equityId })
    // The error popup shows a refusal, for example if a colleague has an advert on the security.
    if (!result.data) return
    if (!open) await refetchWith(result.data.id, refetch)
    dispatch(advertSelected(result.data.id))
    goToQuantity()
  }
}
