import type { ShownVenueSetting } from '@aitai/contract/schemas/console/reference-data.ts'
import { type TextKey, useText } from '../../ui/text/use-text.ts'

type SettingKey = Extract<TextKey, `operations.setting.${string}`>

/** Returns a function that names a venue setting in words; one without a text, as the command line does. */
export function useSettingName(): (
  setting: Pick<ShownVenueSetting, 'name'> & { readonly meaning?: string },
) => string {
  const text = useText()
  return ({ name, meaning }) => text(`operations.setting.${name}` as SettingKey) || (meaning ?? name)
}

/** Returns a function that writes the value of a venue setting, such as '15 min', with its unit in the reader's language. */
export function useSettingValue(): (value: string) => string {
  const text = useText()
  return (value) => {
    const [, figure = '', unit] = /^(\S+) (s|min|h)$/.exec(value) ?? []
    return unit === undefined ? value : text(`operations.venue.unit.${unit as 's' | 'min' | 'h'}`, { figure })
  }
}
