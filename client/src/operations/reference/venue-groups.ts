const namesOf = {
  locates: [
    'openLocatesPerTrader',
    'minLiveMs',
    'restAfterFailureMs',
    'freshMarketMs',
    'locateWindowMs',
    'locateGraceMs',
    'directionFlipMs',
  ],
  cooldowns: ['declineCooldownMs', 'timeoutCooldownMs', 'withdrawalCooldownMs', 'failuresToEndOfDay'],
  ratings: [
    'excusedMoveBasisPoints',
    'ratedEvents',
    'ratedEventsPerContra',
    'ageing.below',
    'ageing.tradingDays',
    'ageing.score',
  ],
} as const satisfies Record<string, readonly string[]>

const named = Object.entries(namesOf) as [keyof typeof namesOf, readonly string[]][]

/** The settings by subject, in the order of the page; what is in no other group limits probing. */
export function venueGroups<Setting extends { readonly name: string }>(settings: readonly Setting[]) {
  const others = named.flatMap(([, names]) => names)
  return [
    ...named.map(([group, names]) => ({
      group,
      settings: settings.filter(({ name }) => names.includes(name)),
    })),
    { group: 'probing' as const, settings: settings.filter(({ name }) => !others.includes(name)) },
  ]
}
