// Sign in, refresh and sign out with the official JavaScript client, and print the results as one line of JSON.
// Arguments: the folder in which the client is installed, the URL of the server, the URL to return to.
// First the script prints the URL where to sign in, and reads the URL where the sign-in has ended.
import { createRequire } from "node:module";
import { createInterface } from "node:readline/promises";

const [folder, url, redirectTo] = process.argv.slice(2);
const { AuthClient } = createRequire(`${folder}/package.json`)("@supabase/auth-js");

const kept = new Map();
const storage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => void kept.set(name, value),
  removeItem: (name) => void kept.delete(name),
};
const client = new AuthClient({
  url,
  headers: { apikey: "anon" },
  storage,
  storageKey: "sb-test-auth-token",
  flowType: "pkce",
  autoRefreshToken: false,
  persistSession: true,
  detectSessionInUrl: false,
});

const done = ({ data, error }) => {
  if (error) throw error;
  return data;
};
const refusal = ({ error }) => ({ name: error?.name, code: error?.code });

const events = [];
client.onAuthStateChange((event) => events.push(event));

const started = done(
  await client.signInWithOAuth({ provider: "github", options: { redirectTo, skipBrowserRedirect: true } }),
);
console.log(started.url);
const browser = createInterface({ input: process.stdin });
const code = new URL(await browser.question("")).searchParams.get("code");
browser.close();

const { session } = done(await client.exchangeCodeForSession(code));
const { user } = done(await client.getUser());
const { claims, header } = done(await client.getClaims());
const refreshed = done(await client.refreshSession()).session;
const forged = refusal(await client.getUser(`${session.access_token.slice(0, -8)}AAAAAAAA`));
done({ data: null, ...(await client.signOut()) });
const ended = refusal(await client.getUser(refreshed.access_token));
const left = (await client.getSession()).data.session;

console.log(
  JSON.stringify({
    user: { email: user.email, full_name: user.user_metadata.full_name, id: user.id },
    claims: { sub: claims.sub, iss: claims.iss, aud: claims.aud, alg: header.alg },
    rotated: refreshed.refresh_token !== session.refresh_token,
    forged,
    ended,
    left,
    events,
    kept: [...kept.keys()],
  }),
);
