/** Style sheets are for the bundler; nothing is read from them. */
declare module '*.css';
