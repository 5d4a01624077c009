package screenreader

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"assay/wire/datadir"
	"assay/workspace/profile"
)

// profiles lists the services, to choose one of them or to add another.
func (p *program) profiles(ctx context.Context) error {
	entries, current, err := profile.List(p.options.Settings)
	if err != nil {
		return err
	}
	var lines []string
	for _, e := range entries {
		parts := []string{e.Name, where(e.BaseURL), "key: " + e.KeyPlace()}
		if e.Name == p.options.Profile {
			parts = append(parts, "in use")
		}
		if e.Name == current {
			parts = append(parts, "the default")
		}
		lines = append(lines, strings.Join(parts, ", "))
	}
	n, other, err := p.pickItem(ctx, "Profile", lines, []string{"add"})
	if err != nil {
		return err
	}
	if other == "add" {
		return p.setUp(ctx, profile.Entry{KeyFrom: profile.FromKeyring})
	}
	e := entries[n]
	what, err := p.choose(ctx, "What to do with "+e.Name+"; a dot goes back", "use", "use", "test", "change", "default", "remove")
	if err != nil {
		return err
	}
	switch what {
	case "test":
		return p.testProfile(ctx, e.Name)
	case "change":
		return p.setUp(ctx, e)
	case "default":
		if err := profile.Use(p.options.Settings, e.Name); err != nil {
			return err
		}
		p.say("The profile %s is used when none is named.", e.Name)
		return nil
	case "remove":
		if e.Name == p.options.Profile {
			return errors.New("the profile is in use: use another one first")
		}
		if yes, err := p.confirm(ctx, "Remove the profile "+e.Name+" and its key?"); err != nil || !yes {
			return err
		}
		if err := profile.Remove(p.options.Settings, e.Name); err != nil {
			return err
		}
		p.say("The profile %s is gone.", e.Name)
		return nil
	}
	return p.use(e.Name)
}

// use goes on with another profile.
func (p *program) use(name string) error {
	next, err := p.options.For(name)
	if err != nil {
		return fmt.Errorf("the profile cannot be used: %w", err)
	}
	p.next = &next
	return nil
}

// testProfile asks a profile's service for its usage.
func (p *program) testProfile(ctx context.Context, name string) error {
	options, err := p.options.For(name)
	if err != nil {
		return err
	}
	return p.run(ctx, "testing", func(ctx context.Context) error {
		c, err := options.Connect(ctx)
		if err != nil {
			return err
		}
		defer c.Close()
		start := time.Now()
		usage, err := c.Usage(ctx)
		if err == nil {
			p.say("%s answers in %s: %s left.", name, spoken(time.Since(start)), counted(usage.Left(), "call"))
		}
		return err
	})
}

// setUp asks for a profile, new or to be changed, keeps it and goes on with it.
func (p *program) setUp(ctx context.Context, e profile.Entry) error {
	before := e
	var err error
	if e.Name == "" {
		if e.Name, err = p.askUntil(ctx, "Name", "", profile.CheckName); err != nil {
			return err
		}
	}
	if e.BaseURL, err = p.askUntil(ctx, "Address of the service; none is the one on this machine", e.BaseURL, func(text string) error {
		if text == "none" {
			return nil
		}
		return profile.CheckBaseURL(text)
	}); err != nil {
		return err
	}
	if e.BaseURL == "none" {
		e.BaseURL = ""
	}
	if e.CAFile, err = p.ask(ctx, "File of a certificate authority to trust, or Enter for the system's", e.CAFile); err != nil {
		return err
	}
	for {
		key, err := p.askKey(ctx, &e, before)
		if err != nil {
			return err
		}
		err = p.run(ctx, "keeping the key", func(ctx context.Context) error { return profile.Save(ctx, p.options.Settings, e, key) })
		if err == nil {
			break
		}
		if !errors.Is(err, profile.ErrNoKeyring) {
			return err
		}
		p.say("That does not work: %s", err)
	}
	p.say("The profile %s is kept in %s.", e.Name, p.options.Settings)
	if err := p.testProfile(ctx, e.Name); err != nil {
		return fmt.Errorf("the profile does not work yet: %w", err)
	}
	return p.use(e.Name)
}

// keyNone is the word for a profile without a key.
const keyNone = "none"

// askKey asks where a profile has its key from, and for the key if it is to be kept.
func (p *program) askKey(ctx context.Context, e *profile.Entry, before profile.Entry) (datadir.Secret, error) {
	places := []string{string(profile.FromKeyring), string(profile.FromFile), string(profile.FromCommand), string(profile.FromVariable), keyNone}
	preset := string(e.KeyFrom)
	switch e.KeyFrom {
	case profile.FromNowhere:
		preset = keyNone
	case profile.FromSettings:
		places = append(places, preset)
	}
	from, err := p.choose(ctx, "The key is in", preset, places...)
	if err != nil {
		return datadir.Secret{}, err
	}
	if from == keyNone {
		from = ""
	}
	e.KeyFrom, e.KeyRef = profile.KeyFrom(from), ""
	same := e.KeyFrom == before.KeyFrom
	if same {
		e.KeyRef = before.KeyRef
	}
	what := "API key"
	switch e.KeyFrom {
	case profile.FromCommand:
		e.KeyRef, err = p.ask(ctx, "Command that prints the key, such as pass show assay", e.KeyRef)
		return datadir.Secret{}, err
	case profile.FromVariable:
		e.KeyRef, err = p.ask(ctx, "Name of the variable that has the key", e.KeyRef)
		return datadir.Secret{}, err
	case profile.FromNowhere, profile.FromSettings:
		return datadir.Secret{}, nil
	}
	if same && before.KeyRef != "" {
		what += ", or Enter to leave it as it is"
	}
	text, err := p.askSecret(ctx, what)
	return datadir.NewSecret(text), err
}
