import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type ClipboardEvent, Suspense, useState } from 'react'
import { SearchBar } from '../adverts/search/SearchBar.tsx'
import { clipboardTexts } from '../ui/browser/clipboard-text.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatNumber } from '../ui/format/format.ts'
import { lazyWithTexts } from '../ui/text/lazy.ts'
import { useText } from '../ui/text/use-text.ts'
import { GroupSelect } from './groups/GroupSelect.tsx'
import type { WatchlistActions } from './groups/use-watchlist-actions.ts'
import { emptyWatchlist, type GroupName } from './groups/watchlist-order.ts'
import { isList } from './plan-import.ts'

/** Loaded when its button is about to be pressed, so that the next key finds it open. */
const ImportPopup = lazyWithTexts(async () => (await import('./ImportPopup.tsx')).ImportPopup, 'desks')

interface Props {
  /** Null until it is known. */
  list: Watchlist | null
  equities: ReadonlyMap<string, Equity>
  /** The group to which securities are added. */
  target: GroupName
  actions: WatchlistActions
  onTarget: (group: GroupName) => void
  onAdd: (equity: Equity) => void
}

/** Adds securities to a group: one by the search, or many from a list, which may be pasted into the search. */
export function AddSecurities({ list: known, equities, target, actions, onTarget, onAdd }: Props) {
  const text = useText()
  const [imported, setImported] = useState<string | null>(null)
  const [addedCount, setAddedCount] = useState(0)
  const list = known ?? emptyWatchlist
  const paste = (event: ClipboardEvent): void => {
    const pasted = clipboardTexts(event.clipboardData).find((each) => isList(each, equities))
    if (pasted === undefined || !known) return
    event.preventDefault()
    setImported(pasted)
  }
  const addMany = (securities: readonly Equity[], group: GroupName, isMoved: boolean): void => {
    setImported(null)
    setAddedCount(securities.length)
    const ids = securities.map(({ equityId }) => equityId)
    actions.addSecurities(ids, { group, before: null }, isMoved)
  }
  return (
    <>
      <div className="watchlist-add" onPaste={paste}>
        <SearchBar
          label={text('watchlist.add')}
          placeholder={text('watchlist.add.placeholder')}
          advertised={noSecurities}
          onChoose={onAdd}
        />
        {list.groups.length > 0 && (
          <GroupSelect
            list={list}
            label={text('watchlist.add.group')}
            isLabelHidden
            value={target}
            onChange={(group) => onTarget(group ?? null)}
          />
        )}
        <Button
          dimmedBecause={known ? null : text('watchlist.import.loading')}
          onFocus={ImportPopup.fetch}
          onPointerEnter={ImportPopup.fetch}
          onClick={() => setImported('')}
        >
          {text('watchlist.import')}
        </Button>
      </div>
      <p role="status" className="desk-card-note">
        {addedCount > 0 && text('watchlist.import.done', { count: formatNumber(addedCount) })}
      </p>
      {imported !== null && (
        <Suspense>
          <ImportPopup
            initial={imported}
            initialGroup={target}
            {...{ equities, list }}
            onClose={() => setImported(null)}
            onAdd={addMany}
          />
        </Suspense>
      )}
    </>
  )
}

const noSecurities: ReadonlySet<string> = new Set()
