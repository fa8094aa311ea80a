import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '@salt-ds/icons'

const icons = { down: ChevronDownIcon, left: ChevronLeftIcon, right: ChevronRightIcon } as const

/** The one chevron of all menus and steps. */
export function Chevron({ to }: { to: keyof typeof icons }) {
  const Icon = icons[to]
  return <Icon aria-hidden />
}
