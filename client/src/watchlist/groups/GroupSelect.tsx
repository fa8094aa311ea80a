import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { useText } from '../../ui/text/use-text.ts'
import type { GroupName } from './watchlist-order.ts'

/** Where added securities go: in a group, in none (null), or in one that is yet to be named (undefined). */
export type TargetGroup = GroupName | undefined

interface Props {
  list: Watchlist
  label: string
  isLabelHidden?: boolean
  value: TargetGroup
  hasNew?: boolean
  onChange: (group: TargetGroup) => void
}

/** The groups of a watchlist by their positions, since a group may have any name. */
export function GroupSelect({ list, label, isLabelHidden = false, value, hasNew = false, onChange }: Props) {
  const text = useText()
  const names: readonly TargetGroup[] = list.groups.map(({ name }) => name)
  const at = names.indexOf(value)
  return (
    <Select
      {...{ label, isLabelHidden }}
      value={value === undefined ? 'new' : at === -1 ? 'none' : String(at)}
      options={[
        { value: 'none', label: text('watchlist.group.none') },
        ...list.groups.map(({ name }, i) => ({ value: String(i), label: name })),
        ...(hasNew ? [{ value: 'new', label: text('watchlist.menu.new') }] : []),
      ]}
      onChange={(chosen) => onChange(chosen === 'new' ? undefined : (names[Number(chosen)] ?? null))}
    />
  )
}
