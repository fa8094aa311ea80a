export const languages = ['En', 'Jp'] as const
export type Language = (typeof languages)[number]
