package find

import (
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/tree"
)

// Span returns where a part stands in the visible text.
func (e *Engine) Span(p *onpage.Part) (from, to int32) {
	if p.IsText() {
		return p.From, p.To
	}
	return e.Tree.From(p.ID), e.Tree.To(p.ID)
}

// SubjectRank says how likely a thing of this type is what a page is about.
func SubjectRank(t *evidence.Thing) float64 {
	rank := 0.4
	for _, name := range t.Types {
		switch name {
		case "WebSite", "WebPage", "Organization", "BreadcrumbList", "ImageObject", "Person", "SearchAction", "SiteNavigationElement", "WPHeader", "WPFooter", "WPSideBar", "ListItem", "Offer", "Rating", "AggregateRating", "Comment", "Review", "VideoObject", "Corporation", "NewsMediaOrganization", "CollectionPage", "ItemPage":
			rank = 0.2
		case "Product", "Recipe", "NewsArticle", "Article", "BlogPosting", "JobPosting", "Event", "Book", "Movie", "LocalBusiness", "Restaurant", "Hotel", "ProductGroup":
			return 1
		default:
			if rank == 0.4 {
				rank = 0.7
			}
		}
	}
	return rank
}

// Place is the factor for a value's place on the page.
func (e *Engine) Place(w *fields.Field, id content.ID, s onpage.Scope) float64 {
	if id == content.None {
		return 1
	}
	if w.Filter.Place != 0 && e.InPlace(w, id) {
		return 1
	}
	r := e.Tree.Region(id)
	if !s.Whole {
		r &^= e.Tree.Region(s.From)
	}
	f := 1.0
	contact := isContact(w.Shape)
	if r&tree.InRelated != 0 {
		f *= e.Weights.Related
	}
	if r&tree.InForm != 0 && w.Shape == lexicon.Price {
		r &^= tree.InForm // where one buys
	}
	if r&(tree.InChrome|tree.InForm) != 0 && !contact {
		f *= e.Weights.Chrome
	}
	if r&tree.InNav != 0 {
		f *= e.Weights.Nav
	}
	if r&tree.InFooter != 0 && !contact {
		f *= e.Weights.Footer
	}
	if r&tree.InHeader != 0 && !contact {
		f *= e.Weights.Footer
	}
	if r&tree.InAside != 0 && !contact {
		f *= e.Weights.Aside
	}
	if r&tree.InComments != 0 {
		f *= e.Weights.Comments
	}
	if s.Whole && (w.Shape == lexicon.Price || w.Shape == lexicon.Rating) && e.InCard(id) {
		f *= e.Weights.Card
	}
	if s.Whole && !contact && e.Tree.Size() > 0 {
		start := int32(0)
		if e.Index.H1 != content.None {
			start = e.Tree.From(e.Index.H1)
		}
		distance := float64(e.Tree.From(id) - start)
		if distance < 0 {
			distance *= -0.7
		}
		f *= 1 - e.Weights.Far*min(1, distance/8000)
	}
	return f
}
