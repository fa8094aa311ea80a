import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Dispatch, SetStateAction } from 'react'
import { equityNameIn } from '../../ui/format/equity-name.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { GroupNamePopup } from './GroupNamePopup.tsx'
import { RemoveGroupPopup } from './RemoveGroupPopup.tsx'
import type { ChosenRows } from './use-chosen-rows.ts'
import type { WatchlistActions } from './use-watchlist-actions.ts'
import { ChosenMenu, GroupMenu, SecurityMenu } from './WatchlistMenu.tsx'

/** What a menu is about: a row by its security, the chosen rows, or a group. */
export type MenuSubject =
  | { readonly security: string }
  | { readonly chosen: true }
  | { readonly group: string }

/** What is open above the watchlist: the menu of a row or a group, or a question about a group. */
export type OpenPopup =
  | { readonly kind: 'menu'; readonly subject: MenuSubject; readonly anchor: Element }
  | { readonly kind: 'new'; readonly securities: readonly string[] }
  | { readonly kind: 'rename' | 'removeAll'; readonly group: string }

interface Props {
  list: Watchlist
  equities: ReadonlyMap<string, Equity>
  actions: WatchlistActions
  chosen: ChosenRows
  popup: OpenPopup
  onPopup: Dispatch<SetStateAction<OpenPopup | null>>
  /** Closed without a change. */
  onCancel: () => void
}

/** The menus and questions of a watchlist, one at a time. */
export function GroupPopups({ list, equities, actions, chosen, popup, onPopup, onCancel }: Props) {
  const text = useText()
  const language = useLanguage()
  const close = (): void => onPopup(null)
  if (popup.kind === 'menu') {
    const { subject, anchor } = popup
    // The item that was chosen may have opened a question in its place.
    const closeMenu = (): void => onPopup((open) => (open === popup ? null : open))
    const menu = { list, actions, anchor, onClose: closeMenu }
    if ('group' in subject) {
      const { group } = subject
      return (
        <GroupMenu
          {...menu}
          name={group}
          label={text('watchlist.menu.group', { group })}
          onRename={() => onPopup({ kind: 'rename', group })}
          onRemoveAll={() => onPopup({ kind: 'removeAll', group })}
        />
      )
    }
    const onNewGroup = (securities: readonly string[]): void => onPopup({ kind: 'new', securities })
    if ('chosen' in subject || (chosen.ids.length > 1 && chosen.ids.includes(subject.security)))
      return <ChosenMenu {...menu} chosen={chosen} onNewGroup={onNewGroup} />
    const equity = equities.get(subject.security)
    const security = equity ? `${equity.ric} ${equityNameIn(language, equity)}` : ''
    return (
      <SecurityMenu
        {...menu}
        id={subject.security}
        label={text('watchlist.menu.security', { security })}
        onChoose={() => chosen.toggle(subject.security)}
        isChosen={chosen.ids.includes(subject.security)}
        onNewGroup={onNewGroup}
      />
    )
  }
  if (popup.kind === 'removeAll') {
    const { group } = popup
    return (
      <RemoveGroupPopup
        name={group}
        count={list.groups.find(({ name }) => name === group)?.securityIds.length ?? 0}
        onClose={onCancel}
        onRemove={() => {
          close()
          actions.removeGroup(group, 'go')
        }}
      />
    )
  }
  const before = 'group' in popup ? popup.group : null
  return (
    <GroupNamePopup
      list={list}
      name={before}
      onClose={onCancel}
      onName={(name) => {
        close()
        if (before !== null) actions.renameGroup(before, name)
        else actions.addGroup(name, 'securities' in popup ? popup.securities : [])
      }}
    />
  )
}
