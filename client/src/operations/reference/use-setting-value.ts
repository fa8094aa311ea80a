import { useText } from '../../ui/text/use-text.ts'

/** Returns a function that writes the value of a venue setting, such as '15 min', with its unit in the reader's language. */
export function useSettingValue(): (value: string) => string {
  const text = useText()
  return (value) => {
    const [, figure = '', unit] = /^(\S+) (s|min|h)$/.exec(value) ?? []
    return unit === undefined ? value : text(`operations.venue.unit.${unit as 's' | 'min' | 'h'}`, { figure })
  }
}
