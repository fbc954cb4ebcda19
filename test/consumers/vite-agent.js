/** The agent listens elsewhere: the test names where. */
export const server = {
  host: '127.0.0.1',
  port: 0,
  proxy: { '/oui': { target: process.env.AGENT, ws: true } },
};
