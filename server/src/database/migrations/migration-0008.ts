/** The securities whose prices a trader watches, as JSON in the order of the trader. */
export const watchlistSchema: readonly string[] = [
  'create table watchlist (user_id text primary key references person (id), body text not null)',
]
