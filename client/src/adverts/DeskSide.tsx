import type { Equity } from '@aitai/contract/reference.ts'
import type { ReactNode } from 'react'
import { useAppDispatch } from '../store.ts'
import { AdvertList } from './AdvertList.tsx'
import { advertSelected } from './desk.ts'
import { ListAge } from './ListAge.tsx'
import type { useAdverts } from './use-desk.ts'

interface Props {
  desk: ReturnType<typeof useAdverts>
  equities: ReadonlyMap<string, Equity>
  onOpen: () => void
  /** The search bar, over the list. */
  children: ReactNode
}

/** The search and the adverts of the day; a list that could not be refreshed says how old it is. */
export function DeskSide({ desk, equities, onOpen, children }: Props) {
  const dispatch = useAppDispatch()
  const { list, shown, selected, edited } = desk
  return (
    <div className="desk-side">
      {children}
      <div className="desk-age">
        <ListAge list={list} />
      </div>
      <AdvertList
        adverts={shown}
        equities={equities}
        selected={selected}
        edited={edited}
        onSelect={(advert) => dispatch(advertSelected(advert.id))}
        onOpen={onOpen}
      />
    </div>
  )
}
